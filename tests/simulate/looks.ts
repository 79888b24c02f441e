import type { Store } from './store.ts'

type Rows<Row> = Row[] | Promise<Row[]>
type Known = { version: number; values: string; rows: Rows<unknown> }

/** Tables that a query reads, and words that are none, which nobody ever writes to. */
const tablesIn = (query: string): string[] => [
  ...new Set([...query.matchAll(/\b(?:from|join) (\w+)/g)].flatMap(([, table]) => table ?? [])),
]

/** What promises ask of the database: nothing is asked again before somebody has written to a table of the query. */
export class Looks {
  readonly #store: Pick<Store, 'query'>
  readonly #writes = new Map<string, number>()
  readonly #tables = new Map<string, string[]>()
  readonly #known = new Map<string, Known>()

  constructor(store: Pick<Store, 'query'>) {
    this.#store = store
  }

  wrote(table: string): void {
    this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1)
  }

  /** Asks for everything again, however it was written. */
  forget(): void {
    this.#known.clear()
  }

  /** The rows of a query: at once where they are known, since most looks ask what another has asked before. */
  ask<Row>(query: string, values: unknown[] = []): Rows<Row> {
    const tables = this.#tables.get(query) ?? tablesIn(query)
    this.#tables.set(query, tables)
    let version = 0
    for (const table of tables) version += this.#writes.get(table) ?? 0
    const written = values.length === 0 ? '' : JSON.stringify(values)
    const last = this.#known.get(query)
    if (last?.version === version && last.values === written) return last.rows as Rows<Row>
    const known: Known = { version, values: written, rows: [] }
    const rows = this.#store.query<Row>(query, values).then((found) => {
      known.rows = found
      return found
    })
    known.rows = rows
    this.#known.set(query, known)
    return rows
  }
}
