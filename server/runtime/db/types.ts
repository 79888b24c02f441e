import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Reads and writes tables on either engine. A `Transaction` is one too. */
export type Database = PgDatabase<PgQueryResultHKT>

/** An open transaction. With PGlite a query outside of it waits for its end: pass it on, never use `db` inside. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type OpenDatabase = {
  db: Database
  close(): Promise<void>
  /** Connections of PostgreSQL's pool; `waiting` is work that has none yet. */
  pool?: () => { busy: number; idle: number; waiting: number }
}
