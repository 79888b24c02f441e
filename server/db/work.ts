import type { Database, Transaction } from './database.ts'

/** What is to happen once the work stands. The caller waits for it, and a rejection is the caller's. */
export type Afterwards = () => void | Promise<void>

/** One transaction, and a way to leave tasks for after its commit. */
export type Work = {
  tx: Transaction
  afterCommit(task: Afterwards): void
}

/** SQLSTATE of a transaction that the engine gave up although it may succeed on a second try. */
const retriedStates = new Set(['40001', '40P01'])

const uniqueViolation = '23505'

const sqlState = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && error.code !== undefined ? error.code : sqlState(error.cause)
}

/** Runs `write` in a savepoint of its own: false when it would have made a unique index hold something twice. */
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

/** Runs `task` in a transaction, again after a deadlock (3 tries), then the tasks that it left for after the commit. */
export async function inTransaction<Result>(
  db: Database,
  task: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { result, afterwards } = await commit(db, task)
  for (const later of afterwards) await later()
  return result
}

async function commit<Result>(db: Database, task: (work: Work) => Promise<Result>, attempt = 1) {
  const afterwards: Afterwards[] = []
  try {
    const result = await db.transaction((tx) => task({ tx, afterCommit: (later) => afterwards.push(later) }))
    return { result, afterwards }
  } catch (error) {
    if (attempt === 3 || !retriedStates.has(String(sqlState(error)))) throw error
    return commit(db, task, attempt + 1)
  }
}
