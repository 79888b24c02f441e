import type { Formatter } from '../format/formatter.ts'

/** "2 bags". */
export const bagsWords = (intl: Formatter, pieces: number): string =>
  intl.formatMessage({ id: 'order.bags' }, { pieces })

/** "4471 and 4472", "4471、4472": between figures, Chinese needs no word. */
const figuresList = (intl: Formatter, figures: readonly string[]): string =>
  intl
    .formatListToParts(figures)
    .map(({ type, value }) => (type === 'literal' && /^\p{Script=Han}+$/u.test(value) ? '、' : value))
    .join('')

/** "seals 4471 and 4472"; empty without any. */
export const sealsWords = (intl: Formatter, seals: readonly string[]): string =>
  seals.length === 0
    ? ''
    : intl.formatMessage({ id: 'order.seals' }, { count: seals.length, seals: figuresList(intl, seals) })
