import type { Database } from './database.ts'

type Prepared<Values, Result> = { execute(values: Values): Promise<Result> }

/** Drizzle's sessions and prepared statements both have a `client`; each transaction has its own. */
type WithClient = { client: unknown }

const sessionOf = (db: Database) => db._.session as unknown as WithClient

const bindTo = <Statement extends object>(statement: Statement, client: unknown): Statement & WithClient =>
  Object.assign(Object.create(Object.getPrototypeOf(statement)), statement, { client })

/**
 * Prepares a statement for a hot path. Its SQL is built once per driver, and PostgreSQL parses it once per connection
 * by name. `build` must end with `.prepare(name)`; placeholders are the keys of `Values`.
 */
export function prepareStatement<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (db: Database, name: string) => Prepared<Values, Result>,
): (db: Database, values: Values) => Promise<Result> {
  const statements = new Map<unknown, Prepared<Values, Result>>()
  return (db, values) => {
    const session = sessionOf(db)
    const known = statements.get(session.constructor)
    if (known) return bindTo(known, session.client).execute(values)
    const made = build(db, name)
    statements.set(session.constructor, bindTo(made, null))
    return made.execute(values)
  }
}
