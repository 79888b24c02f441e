import { hidden } from './hidden.ts'

/** What a terminal may obey, hide or reorder, line breaks too. Joiners too: nobody reads them there. */
const obeyed = new RegExp(String.raw`[${hidden}]|(?<=\p{M}{4})\p{M}`, 'gu')

const escapeUnits = (sign: string): string =>
  sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A text for one line of a terminal: unprintable characters are written as `\u009b`. Inside JSON that is the same text.
 */
export const escapeUnprintable = (text: string): string => text.replace(obeyed, escapeUnits)
