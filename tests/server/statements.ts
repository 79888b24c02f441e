import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** Calls `listener` for each statement that any PostgreSQL client of this process sends; returns a stop function. */
export function onStatement(listener: (statement: Statement) => void): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown]
    const [text, own] = typeof first === 'string' ? [first, undefined] : [first.text, first.values]
    listener({ text, values: own ?? (Array.isArray(second) ? second : []) })
    return Reflect.apply(query, this, given)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}
