import type { Formatter } from './formatter.ts'
import { listText } from './list.ts'

/** "2 bags". */
export const bagsText = (intl: Formatter, pieces: number): string =>
  intl.formatMessage({ id: 'order.bags' }, { pieces })

/** "seals 4471 and 4472"; empty without seals. */
export const sealsText = (intl: Formatter, seals: readonly string[]): string =>
  seals.length === 0
    ? ''
    : intl.formatMessage({ id: 'order.seals' }, { count: seals.length, seals: listText(intl, seals) })
