import type { Database, Transaction } from './database.ts'

/** A task after the commit. The caller waits for it and gets its rejection. */
export type Afterwards = () => void | Promise<void>

/** A transaction, and tasks for after its commit. */
export type Work = {
  tx: Transaction
  afterCommit(task: Afterwards): void
}

/** A transaction that may end with statements whose answers nothing waits for but the commit, with which they travel. */
export type EndingWork = Work & { endWith(statement: Promise<unknown>): void }

/** SQLSTATE of a transaction that failed although a retry may succeed. */
const retriedStates = new Set(['40001', '40P01'])

const uniqueViolation = '23505'

/** Unique indexes over what was free a moment ago: a retry chooses another value. */
const retriedIndexes = new Set<unknown>(['orders_number'])

/** What the database says of an error, or of its cause. */
function databaseError(error: unknown): { code?: unknown; constraint?: unknown } {
  if (!(error instanceof Error)) return {}
  return 'code' in error && error.code !== undefined ? error : databaseError(error.cause)
}

const sqlState = (error: unknown): unknown => databaseError(error).code

function isRetried(error: unknown): boolean {
  const { code, constraint } = databaseError(error)
  return retriedStates.has(String(code)) || (code === uniqueViolation && retriedIndexes.has(constraint))
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

/**
 * Runs `task` in a transaction, retried after a deadlock or a number that was taken meanwhile (3 tries), then its tasks
 * for after the commit.
 */
export async function inTransaction<Result>(
  db: Database,
  task: (work: EndingWork) => Promise<Result>,
  /** Runs the transaction, but not its tasks for afterwards, such as when it is its turn. */
  within: <Value>(run: () => Promise<Value>) => Promise<Value> = (run) => run(),
): Promise<Result> {
  const { result, afterwards } = await within(() => commit(db, task))
  for (const later of afterwards) await later()
  return result
}

/** The error of the first statement that failed, if one did. */
async function failureOf(statements: Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(statements)
  return settled.find((one) => one.status === 'rejected')?.reason
}

async function commit<Result>(db: Database, task: (work: EndingWork) => Promise<Result>, attempt = 1) {
  const afterwards: Afterwards[] = []
  const endings: Promise<unknown>[] = []
  try {
    const result = await db.transaction((tx) =>
      task({
        tx,
        afterCommit: (later) => afterwards.push(later),
        endWith(statement) {
          endings.push(statement)
          // Its failure is thrown below.
          statement.catch(() => {})
        },
      }),
    )
    // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
    const failure = await failureOf(endings)
    if (failure) throw failure
    return { result, afterwards }
  } catch (thrown) {
    // PGlite's error of such a commit names no cause.
    const error = (await failureOf(endings)) ?? thrown
    if (attempt === 3 || !isRetried(error)) throw error
    return commit(db, task, attempt + 1)
  }
}
