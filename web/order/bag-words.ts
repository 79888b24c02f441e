import type { IntlShape } from 'react-intl'

/** "2 bags". */
export const bagsWords = (intl: IntlShape, pieces: number): string =>
  intl.formatMessage({ id: 'order.bags' }, { pieces })

/** "seals 4471 and 4472"; empty without any. */
export const sealsWords = (intl: IntlShape, seals: readonly string[]): string =>
  seals.length === 0
    ? ''
    : intl.formatMessage({ id: 'order.seals' }, { count: seals.length, seals: intl.formatList(seals) })
