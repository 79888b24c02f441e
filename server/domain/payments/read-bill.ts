import { parse } from 'csv-parse/sync'

/**
 * Rows of a bill's table by column name, without the lines before and after it. WeChat Pay begins each value with a
 * backtick, and Alipay ends it with a tab, so that spreadsheets keep long numbers.
 */
export function readBill(csv: string, column: string): Record<string, string>[] {
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true, relax_quotes: true })
  const trimmed = rows.map((row) => row.map((value) => value.replace(/^`/, '').trim()))
  const head = trimmed.findIndex((row) => row.includes(column))
  const names = trimmed[head]
  if (!names) throw new Error(`a bill has no column ${column}`)
  const end = trimmed.findIndex((row, position) => position > head && row.length !== names.length)
  return trimmed
    .slice(head + 1, end === -1 ? undefined : end)
    .map((row) => Object.fromEntries(names.map((name, position) => [name, row[position] ?? ''])))
}
