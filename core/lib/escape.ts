import { hiddenCharacters } from './hidden-characters.ts'

/** Characters that could control a terminal, hide or reorder text, including line breaks and joiners. */
const unsafeCharacters = new RegExp(String.raw`[${hiddenCharacters}]|(?<=\p{M}{4})\p{M}`, 'gu')

const escapeUnits = (sign: string): string =>
  sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Escapes unprintable characters for one terminal line, such as `\u009b`. Inside JSON the value stays the same. */
export const escapeUnprintable = (text: string): string => text.replace(unsafeCharacters, escapeUnits)
