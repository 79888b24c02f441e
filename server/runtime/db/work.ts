import type { Database, Transaction } from './database.ts'

/** The caller awaits it, including its rejection. */
export type AfterCommitTask = () => void | Promise<void>

export type Work = {
  tx: Transaction
  afterCommit(task: AfterCommitTask): void
}

/** A transaction that can end with statements pipelined with the commit. */
export type FinalizableWork = Work & { addFinalStatement(statement: Promise<unknown>): void }

/** SQLSTATEs worth retrying. */
const retryableStates = new Set(['40001', '40P01'])

const uniqueViolation = '23505'

/** Unique indexes of randomly chosen values, and of rows that a retry finds and replaces. */
const retryableIndexes = new Set<unknown>(['orders_number', 'push_subscriptions_endpoint'])

function databaseError(error: unknown): { code?: unknown; constraint?: unknown } {
  if (!(error instanceof Error)) return {}
  return 'code' in error && error.code !== undefined ? error : databaseError(error.cause)
}

const sqlState = (error: unknown): unknown => databaseError(error).code

function isRetryable(error: unknown): boolean {
  const { code, constraint } = databaseError(error)
  return retryableStates.has(String(code)) || (code === uniqueViolation && retryableIndexes.has(constraint))
}

/** Runs `write` in a savepoint. Returns false on a unique violation. */
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

/**
 * Runs `task` in a transaction, then its `afterCommit` tasks. Retries deadlocks and collisions of `retriedIndexes` (3
 * tries).
 */
export async function inTransaction<Result>(
  db: Database,
  task: (work: FinalizableWork) => Promise<Result>,
  /** Wraps the transaction but not the tasks after it, for example in a queue. */
  within: <Value>(run: () => Promise<Value>) => Promise<Value> = (run) => run(),
): Promise<Result> {
  const { result, afterwards } = await within(() => commit(db, task))
  for (const later of afterwards) await later()
  return result
}

async function firstRejection(statements: Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(statements)
  return settled.find((one) => one.status === 'rejected')?.reason
}

async function commit<Result>(db: Database, task: (work: FinalizableWork) => Promise<Result>, attempt = 1) {
  const tasks: AfterCommitTask[] = []
  const finalStatements: Promise<unknown>[] = []
  try {
    const result = await db.transaction((tx) =>
      task({
        tx,
        afterCommit: (later) => tasks.push(later),
        addFinalStatement(statement) {
          finalStatements.push(statement)
          // Handled below.
          statement.catch(() => {})
        },
      }),
    )
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not an error.
    const failure = await firstRejection(finalStatements)
    if (failure) throw failure
    return { result, afterwards: tasks }
  } catch (thrown) {
    // PGlite's error for such a commit lacks a cause.
    const error = (await firstRejection(finalStatements)) ?? thrown
    if (attempt === 3 || !isRetryable(error)) throw error
    return commit(db, task, attempt + 1)
  }
}
