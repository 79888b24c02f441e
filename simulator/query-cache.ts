import type { Store } from './store.ts'

type Rows<Row> = Row[] | Promise<Row[]>
type CachedRows = { isFresh: boolean; values: string; rows: Rows<unknown> }

/** Tables and words of a query. The words include its columns; `null` means all columns. */
type CachedQuery = { tables: Set<string>; words: Set<string> | null; cached: CachedRows | null }

const parseQuery = (query: string): CachedQuery => ({
  tables: new Set([...query.matchAll(/\b(?:from|join) (\w+)/g)].flatMap(([, table]) => table ?? [])),
  // Such a query reads all columns.
  words: /select\s+\*|\.\*/.test(query) ? null : new Set(query.match(/\w+/g)),
  cached: null,
})

const isAbout = ({ tables, words }: CachedQuery, table: string, columns: readonly string[] | null): boolean =>
  tables.has(table) && (columns === null || words === null || columns.some((column) => words.has(column)))

/** Cached queries of the invariants. Invalidated by writes to the tables and columns they read. */
export class QueryCache {
  readonly #store: Pick<Store, 'query'>
  readonly #queries = new Map<string, CachedQuery>()
  readonly #readers = new Map<string, CachedQuery[]>()

  constructor(store: Pick<Store, 'query'>) {
    this.#store = store
  }

  invalidate(table: string, columns: readonly string[] | null = null): void {
    const key = columns === null ? table : `${table} ${columns.join(' ')}`
    let readers = this.#readers.get(key)
    if (!readers) {
      readers = [...this.#queries.values()].filter((reading) => isAbout(reading, table, columns))
      this.#readers.set(key, readers)
    }
    for (const { cached: known } of readers) if (known) known.isFresh = false
  }

  clear(): void {
    for (const reading of this.#queries.values()) reading.cached = null
  }

  /** Rows of a query; synchronous if cached, as most checks share queries. */
  query<Row>(query: string, values: unknown[] = []): Rows<Row> {
    let entry = this.#queries.get(query)
    if (!entry) {
      entry = parseQuery(query)
      this.#queries.set(query, entry)
      this.#readers.clear()
    }
    const written = values.length === 0 ? '' : JSON.stringify(values)
    const last = entry.cached
    if (last?.isFresh && last.values === written) return last.rows as Rows<Row>
    const known: CachedRows = { isFresh: true, values: written, rows: [] }
    const rows = this.#store.query<Row>(query, values).then((found) => {
      known.rows = found
      return found
    })
    known.rows = rows
    entry.cached = known
    return rows
  }
}
