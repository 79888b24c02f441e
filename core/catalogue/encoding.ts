/** The decoder's replacement for bytes that aren't UTF-8, such as in a Chinese spreadsheet's CSV (GBK). */
const replacementCharacter = '\ufffd'

/** A mistake at the first line that isn't UTF-8; null for valid UTF-8. */
export function encodingMistake(text: string): { line: number; message: string } | null {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.includes(replacementCharacter) ? [index + 1] : []))
  const [line, ...more] = lines
  if (line === undefined) return null
  const count = more.length
  const others = count === 0 ? '' : `, like ${count} other ${count === 1 ? 'line' : 'lines'}`
  return { line, message: `is not UTF-8${others}; save the file as UTF-8 (in Excel: CSV UTF-8)` }
}
