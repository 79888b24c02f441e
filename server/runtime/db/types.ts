import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A database of either engine, or a `Transaction`. */
export type Database = PgDatabase<PgQueryResultHKT>

/** With PGlite, queries outside a transaction wait for its end: inside, always pass `tx` on and never use `db`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Database
  close(): Promise<void>
  /** PostgreSQL pool statistics; `waiting` counts requests without a connection. */
  pool?: () => { busy: number; idle: number; waiting: number }
}
