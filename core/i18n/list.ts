import type { Formatter } from './formatter.ts'

/** "4471 and 4472", "4471、4472": Chinese lists of figures use a comma instead of a word. */
export const listText = (intl: Formatter, list: readonly string[]): string =>
  intl
    .formatListToParts(list)
    .map(({ type, value }) => (type === 'literal' && /^\p{Script=Han}+$/u.test(value) ? '、' : value))
    .join('')
