import { hiddenCharacters } from './hidden-characters.ts'

const unprintablePattern = new RegExp(String.raw`(?![\u200C\u200D])[${hiddenCharacters}]`, 'gu')

/** Joiners are legal only between two characters, as in emoji, Persian and Hindi. */
const looseJoiners = /(^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)|[\u200C\u200D]{2,}/g

/** Variation selectors and the grapheme joiner are legal only after a character. */
const looseSelectors = /(^|\s)(?:\p{Variation_Selector}|\u034F)+/gu

/** More marks on one letter than any script needs. */
const piledMarks = /(\p{M}{4})\p{M}+/gu

const strip = (line: string): string =>
  line
    .replace(unprintablePattern, '')
    .replace(looseJoiners, '$1')
    .replace(looseSelectors, '$1')
    .replace(piledMarks, '$1')

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Whether a text is one line of printable characters with at most 4 combining marks each. */
export const isOneLine = (text: string): boolean => strip(text) === text

/**
 * Whether a text is lines of printable characters separated by `
 * `.
 */
export const isLines = (text: string): boolean => text.split('\n').every(isOneLine)

/** Cleans one line: line breaks and Braille blanks become spaces, invisible characters are removed. */
export const cleanLine = (text: string): string => strip(text.replace(/[\s\u0085\u2800]+/g, ' ')).trim()

/**
 * Cleans several lines: every line break becomes `
 * `, invisible characters are removed.
 */
export const cleanLines = (text: string): string =>
  text
    .replace(lineBreaks, '\n')
    .split('\n')
    .map((line) => strip(line.replace(/[\t\u2800]/g, ' ')))
    .join('\n')
    .trim()
