/**
 * Characters that show nothing, or change how others show, as a regular expression's class: control and format
 * characters (also the bidirectional ones and tags), line and paragraph separators, private use, halves of a pair, and
 * blank letters and signs: fillers of Hangul, Khmer's inherent vowels, the empty Braille pattern.
 */
export const hidden = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u2800`
