/**
 * Regular expression class of characters that are invisible or change how others render.
 * Control and format characters (including bidi and tags), line and paragraph separators, private use, lone surrogates.
 * Blank letters: Hangul fillers, Khmer inherent vowels, the Braille blank.
 */
export const hiddenCharacters = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u2800`
