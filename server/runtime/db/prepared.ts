import type { Database } from './database.ts'

type Prepared<Values, Result> = { execute(values: Values): Promise<Result> }

/** What Drizzle's sessions and its prepared statements have of their connection: a transaction has one of its own. */
type Connected = { client: unknown }

const sessionOf = (db: Database) => db._.session as unknown as Connected

/** The same statement on another connection. */
const onto = <Statement extends object>(statement: Statement, client: unknown): Statement & Connected =>
  Object.assign(Object.create(Object.getPrototypeOf(statement)), statement, { client })

/**
 * A statement of a hot path: its SQL is built once for each driver, in transactions too, and PostgreSQL parses it once for
 * each connection under its name. `build` ends with `.prepare(name)`; its placeholders are the keys of `Values`.
 */
export function prepared<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (db: Database, name: string) => Prepared<Values, Result>,
): (db: Database, values: Values) => Promise<Result> {
  const statements = new Map<unknown, Prepared<Values, Result>>()
  return (db, values) => {
    const session = sessionOf(db)
    const known = statements.get(session.constructor)
    if (known) return onto(known, session.client).execute(values)
    const made = build(db, name)
    statements.set(session.constructor, onto(made, null))
    return made.execute(values)
  }
}
