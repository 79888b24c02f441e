import type { CellType, Columns } from './columns.ts'

type Fields = { [key: string]: unknown }

/** Invalid numbers stay text, which the schema rejects. */
const numberOf = (cell: string): unknown => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)

/** 49.00 stays text: as a number it would be 49 minor units, a price of 0.49. */
const wholeOf = (cell: string): unknown => (/^-?\d+$/.test(cell) ? Number(cell) : cell)

const splitList = (cell: string): string[] => cell.split('|').map((part) => part.trim())

const readers: Record<CellType, (cell: string) => unknown> = {
  text: (cell) => cell,
  whole: wholeOf,
  number: numberOf,
  // Spreadsheets write 06:00 as 6:00 or 6:00:00.
  time: (cell) => cell.replace(/^(\d{1,2}:\d\d)(:00)?$/, '$1').padStart(5, '0'),
  boolean: (cell) => ({ true: true, false: false })[cell.toLowerCase()] ?? cell,
  list: splitList,
  // Spreadsheets write 2027-02-06 as 2027/2/6.
  days: (cell) =>
    splitList(cell).map((day) => {
      const [, year, month = '', date = ''] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(day) ?? []
      return year ? [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-') : day
    }),
  tiers: (cell) =>
    splitList(cell).map((tier) => {
      const [cover = '', premium = '', ...rest] = tier.split(':')
      return rest.length > 0 ? tier : { coverPerPiece: wholeOf(cover), premiumPerPiece: wholeOf(premium) }
    }),
}

const isTier = (value: unknown): value is { coverPerPiece: number; premiumPerPiece: number } =>
  typeof value === 'object' && value !== null && 'coverPerPiece' in value

const writeCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one) => (isTier(one) ? `${one.coverPerPiece}:${one.premiumPerPiece}` : String(one)))
    .join('|')
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Converts a row to an entry. Omits empty cells, and nested fields whose cells are all empty. */
export function toFields(columns: Columns, cells: ReadonlyMap<string, string>): Fields {
  const fields: Fields = {}
  for (const [path, type] of columns) {
    const cell = cells.get(path)?.trim() ?? ''
    if (cell === '') continue
    const [name = '', part] = path.split('.')
    const value = readers[type](cell)
    if (part === undefined) fields[name] = value
    else {
      const inner = fields[name]
      fields[name] = { ...(isFields(inner) ? inner : {}), [part]: value }
    }
  }
  // Optional texts default to '' per language.
  for (const [path] of columns) {
    const [name = '', part] = path.split('.')
    if (part !== 'en-US' && part !== 'zh-CN') continue
    const inner = fields[name]
    fields[name] = { [part]: '', ...(isFields(inner) ? inner : {}) }
  }
  return fields
}

/** Converts an entry to a row. `closed` is empty when false. */
export const toCells = (columns: Columns, entry: object): string[] =>
  columns.map(([path]) => {
    const [name = '', part] = path.split('.')
    const value = (entry as Fields)[name]
    if (path === 'closed') return value === true ? 'true' : ''
    return writeCell(part === undefined ? value : isFields(value) ? value[part] : null)
  })

/** An entry with the given values of some columns, such as `name.en-US`; others stay. */
export function withColumns(
  columns: Columns,
  current: object,
  { values, paths }: { values: object; paths: readonly string[] },
): Fields {
  const before = toCells(columns, current)
  const after = toCells(columns, values)
  const cells = columns.map(
    ([path], index) => [path, (paths.includes(path) ? after : before)[index] ?? ''] as const,
  )
  return toFields(columns, new Map(cells))
}
