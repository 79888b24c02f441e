import type { Store } from './store.ts'

type Known = { version: number; values: string; rows: Promise<unknown[]> }

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

  ask<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
    const tables = this.#tables.get(query) ?? tablesIn(query)
    this.#tables.set(query, tables)
    const version = tables.reduce((sum, table) => sum + (this.#writes.get(table) ?? 0), 0)
    const written = JSON.stringify(values)
    const last = this.#known.get(query)
    if (last?.version === version && last.values === written) return last.rows as Promise<Row[]>
    const rows = this.#store.query<Row>(query, values)
    this.#known.set(query, { version, values: written, rows })
    return rows
  }
}
