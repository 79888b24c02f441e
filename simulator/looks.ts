import type { Store } from './store.ts'

type Rows<Row> = Row[] | Promise<Row[]>
type Known = { isFresh: boolean; values: string; rows: Rows<unknown> }

/** Tables and words of a query. The words include its columns; `null` means all columns. */
type Reading = { tables: Set<string>; words: Set<string> | null; known: Known | null }

const readingOf = (query: string): Reading => ({
  tables: new Set([...query.matchAll(/\b(?:from|join) (\w+)/g)].flatMap(([, table]) => table ?? [])),
  // Such a query reads all columns.
  words: /select\s+\*|\.\*/.test(query) ? null : new Set(query.match(/\w+/g)),
  known: null,
})

const isAbout = ({ tables, words }: Reading, table: string, columns: readonly string[] | null): boolean =>
  tables.has(table) && (columns === null || words === null || columns.some((column) => words.has(column)))

/** Cached queries of the invariants. Invalidated by writes to the tables and columns they read. */
export class Looks {
  readonly #store: Pick<Store, 'query'>
  readonly #readings = new Map<string, Reading>()
  readonly #readers = new Map<string, Reading[]>()

  constructor(store: Pick<Store, 'query'>) {
    this.#store = store
  }

  wrote(table: string, columns: readonly string[] | null = null): void {
    const key = columns === null ? table : `${table} ${columns.join(' ')}`
    let readers = this.#readers.get(key)
    if (!readers) {
      readers = [...this.#readings.values()].filter((reading) => isAbout(reading, table, columns))
      this.#readers.set(key, readers)
    }
    for (const { known } of readers) if (known) known.isFresh = false
  }

  forget(): void {
    for (const reading of this.#readings.values()) reading.known = null
  }

  /** Rows of a query; synchronous if cached, as most checks share queries. */
  ask<Row>(query: string, values: unknown[] = []): Rows<Row> {
    let reading = this.#readings.get(query)
    if (!reading) {
      reading = readingOf(query)
      this.#readings.set(query, reading)
      this.#readers.clear()
    }
    const written = values.length === 0 ? '' : JSON.stringify(values)
    const last = reading.known
    if (last?.isFresh && last.values === written) return last.rows as Rows<Row>
    const known: Known = { isFresh: true, values: written, rows: [] }
    const rows = this.#store.query<Row>(query, values).then((found) => {
      known.rows = found
      return found
    })
    known.rows = rows
    reading.known = known
    return rows
  }
}
