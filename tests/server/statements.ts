import pg from 'pg'

/** PostgreSQL prepares statements with a name. */
export type Statement = { name: string | undefined; text: string; values: unknown[] }

/** Calls `listener` for each statement of any PostgreSQL client in this process; returns a stop function. */
export function onStatement(listener: (statement: Statement) => void): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | { name?: string; text: string; values?: unknown[] }, unknown]
    const { name, text, values: own } = typeof first === 'string' ? { text: first } : first
    listener({ name, text, values: own ?? (Array.isArray(second) ? second : []) })
    return Reflect.apply(query, this, given)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}
