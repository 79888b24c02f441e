import type { Database, Transaction } from './database.ts'

/** A task after the commit. The caller waits for it and gets its rejection. */
export type Afterwards = () => void | Promise<void>

/** A transaction, and tasks for after its commit. */
export type Work = {
  tx: Transaction
  afterCommit(task: Afterwards): void
}

/** A transaction that ends with a statement whose answer nothing waits for but the commit. */
export type EndingWork = Work & { endWith(statement: Promise<unknown>): void }

/** SQLSTATE of a transaction that failed although a retry may succeed. */
const retriedStates = new Set(['40001', '40P01'])

const uniqueViolation = '23505'

const sqlState = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && error.code !== undefined ? error.code : sqlState(error.cause)
}

/** Runs `write` in a savepoint; false when it would break a unique index. */
export const writeUnique = (
  tx: Transaction,
  write: (tx: Transaction) => Promise<unknown>,
): Promise<boolean> =>
  tx.transaction(write).then(
    () => true,
    (error: unknown) => {
      if (sqlState(error) === uniqueViolation) return false
      throw error
    },
  )

/** Runs `task` in a transaction, retried after a deadlock (3 tries), then its tasks for after the commit. */
export async function inTransaction<Result>(
  db: Database,
  task: (work: EndingWork) => Promise<Result>,
): Promise<Result> {
  const { result, afterwards } = await commit(db, task)
  for (const later of afterwards) await later()
  return result
}

async function commit<Result>(db: Database, task: (work: EndingWork) => Promise<Result>, attempt = 1) {
  const afterwards: Afterwards[] = []
  let last: Promise<unknown> | undefined
  try {
    const result = await db.transaction((tx) =>
      task({
        tx,
        afterCommit: (later) => afterwards.push(later),
        endWith(statement) {
          last = statement
          // Its failure is thrown below.
          statement.catch(() => {})
        },
      }),
    )
    // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
    await last
    return { result, afterwards }
  } catch (error) {
    if (attempt === 3 || !retriedStates.has(String(sqlState(error)))) throw error
    return commit(db, task, attempt + 1)
  }
}
