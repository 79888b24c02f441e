import type { Database } from './database.ts'

type Prepared<Values, Result> = { execute(values: Values): Promise<Result> }

/**
 * A statement of a hot path: its SQL is built once for each connection, and PostgreSQL parses it once under its name.
 * `build` ends with `.prepare(name)`; its placeholders are the keys of `Values`.
 */
export function prepared<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (db: Database, name: string) => Prepared<Values, Result>,
): (db: Database, values: Values) => Promise<Result> {
  const statements = new WeakMap<Database, Prepared<Values, Result>>()
  return (db, values) => {
    const known = statements.get(db) ?? build(db, name)
    statements.set(db, known)
    return known.execute(values)
  }
}
