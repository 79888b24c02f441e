/** The decoder's replacement for bytes that are not UTF-8, such as those of a Chinese spreadsheet's plain CSV (GBK). */
const lost = '\ufffd'

/** The one mistake of a file that is not UTF-8, at its first such line; null for one that is. */
export function encodingMistake(text: string): { line: number; message: string } | null {
  const lines = text.split('\n').flatMap((line, index) => (line.includes(lost) ? [index + 1] : []))
  const [line, ...more] = lines
  if (line === undefined) return null
  const count = more.length
  const others = count === 0 ? '' : `, nor ${count === 1 ? 'is 1 more line' : `are ${count} more lines`}`
  return { line, message: `is not UTF-8${others}: save the file as UTF-8 (in Excel: CSV UTF-8)` }
}
