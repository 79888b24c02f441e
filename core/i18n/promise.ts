import { policy } from '../policy/numbers.ts'
import type { Formatter } from './formatter.ts'
import type { MessageKeyUnder } from './message-key.ts'

/** A promise, worded identically on every page. */
export const promiseText = (intl: Formatter, promise: MessageKeyUnder<'promise'>): string =>
  intl.formatMessage({ id: `promise.${promise}` }, policy)
