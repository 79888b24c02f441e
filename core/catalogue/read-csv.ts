import { parse } from 'csv-parse/sync'
import type { CatalogueKind } from '../contract/index.ts'
import { toFields } from './cells.ts'
import { tables } from './columns.ts'
import { unescapeFormula } from './formula-cells.ts'

export type ParsedEntry = { fields: unknown; line: number }

/** Entries and mistakes of a file, with line numbers from 1. */
export type ParsedFile = { entries: ParsedEntry[]; mistakes: { line: number; message: string }[] }

/** Max unknown columns to list: a file of another kind may have thousands. */
const maxForeignColumns = 20

/** Separator line that Excel may write for itself. */
const separatorLine = /^\ufeff?sep=.?\t?\r?\n/i

/**
 * Excel separates cells by the system's list separator: `;` where decimals have a comma. Column names contain none of
 * these.
 */
function delimiterOf(text: string): string {
  const [head = ''] = text.replace(separatorLine, '').split('\n')
  return /[,;\t]/.exec(head)?.[0] ?? ','
}

export function readCsv(kind: CatalogueKind, text: string): ParsedFile {
  const { columns } = tables[kind]
  const columnPaths = columns.map(([path]) => path)
  let rows: { record: string[]; info: { lines: number } }[]
  try {
    const delimiter = delimiterOf(text)
    const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true }
    rows = parse(text, options) as unknown as typeof rows
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1
    return { entries: [], mistakes: [{ line, message: (error as Error).message }] }
  }
  if (separatorLine.test(text)) rows.shift()
  const [head, ...body] = rows
  const headerNames = head?.record.map((name) => name.trim()) ?? []
  // Spreadsheets also save columns that were emptied.
  const names = headerNames.slice(0, headerNames.findLastIndex((name) => name !== '') + 1)
  const foreignColumns = new Set(names.filter((name) => !columnPaths.includes(name)))
  const duplicateColumns = columnPaths.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const mistakes = [
    ...[...foreignColumns]
      .slice(0, maxForeignColumns)
      .map((name) => `unknown column ${name || 'without a name'}; columns: ${columnPaths.join(', ')}`),
    ...duplicateColumns.map((name) => `the column ${name} appears twice`),
  ].map((message) => ({ line: 1, message }))
  if (mistakes.length > 0) return { entries: [], mistakes }
  const entries: ParsedEntry[] = []
  for (const { record: cells, info } of body) {
    const isExtra = cells.slice(names.length).some((cell) => cell.trim() !== '')
    const record = isExtra ? cells : cells.slice(0, names.length)
    // The parser counts to the end of a row, whose cells may have several lines.
    const line = info.lines - cells.join('').split('\n').length + 1
    if (record.every((cell) => cell.trim() === '')) continue
    if (record.length === names.length) {
      entries.push({
        line,
        fields: toFields(
          columns,
          new Map(names.map((name, at) => [name, unescapeFormula((record[at] ?? '').trim())])),
        ),
      })
    } else mistakes.push({ line, message: `has ${record.length} cells for ${names.length} columns` })
  }
  return { entries, mistakes }
}
