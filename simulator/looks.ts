import type { Store } from './store.ts'

type Rows<Row> = Row[] | Promise<Row[]>
type CachedRows = { isFresh: boolean; values: string; rows: Rows<unknown> }

/** Tables and words of a query. The words include its columns; `null` means all columns. */
type CachedQuery = { tables: Set<string>; words: Set<string> | null; known: CachedRows | null }

const parseQuery = (query: string): CachedQuery => ({
  tables: new Set([...query.matchAll(/\b(?:from|join) (\w+)/g)].flatMap(([, table]) => table ?? [])),
  // Such a query reads all columns.
  words: /select\s+\*|\.\*/.test(query) ? null : new Set(query.match(/\w+/g)),
  known: null,
})

const isAbout = ({ tables, words }: CachedQuery, table: string, columns: readonly string[] | null): boolean =>
  tables.has(table) && (columns === null || words === null || columns.some((column) => words.has(column)))

/** Cached queries of the invariants. Invalidated by writes to the tables and columns they read. */
export class QueryCache {
  readonly #store: Pick<Store, 'query'>
  readonly #readings = new Map<string, CachedQuery>()
  readonly #readers = new Map<string, CachedQuery[]>()

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
    let entry = this.#readings.get(query)
    if (!entry) {
      entry = parseQuery(query)
      this.#readings.set(query, entry)
      this.#readers.clear()
    }
    const written = values.length === 0 ? '' : JSON.stringify(values)
    const last = entry.known
    if (last?.isFresh && last.values === written) return last.rows as Rows<Row>
    const known: CachedRows = { isFresh: true, values: written, rows: [] }
    const rows = this.#store.query<Row>(query, values).then((found) => {
      known.rows = found
      return found
    })
    known.rows = rows
    entry.known = known
    return rows
  }
}
