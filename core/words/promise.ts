import type { Formatter } from '../format/formatter.ts'
import type { MessageKeyUnder } from '../language/message-key.ts'
import { policy } from '../policy/numbers.ts'

/** A promise as home makes it, and every page after it. */
export const promiseWords = (intl: Formatter, promise: MessageKeyUnder<'promise'>): string =>
  intl.formatMessage({ id: `promise.${promise}` }, policy)
