import { policy } from '../policy/numbers.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKeyUnder } from './message-key.ts'

/** A promise as home makes it, and every page after it. */
export const promiseWords = (intl: Formatter, promise: MessageKeyUnder<'promise'>): string =>
  intl.formatMessage({ id: `promise.${promise}` }, policy)
