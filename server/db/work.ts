import type { Database, Transaction } from './database.ts'

/** One transaction, and what is to happen when it has committed (hints to open pages, never anything that must happen). */
export type Work = {
  tx: Transaction
  afterCommit(task: () => void): void
}

/** SQLSTATE of a transaction that the engine gave up although it may succeed on a second try. */
const retriedStates = new Set(['40001', '40P01'])

const sqlState = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && error.code !== undefined ? error.code : sqlState(error.cause)
}

/** Runs `task` in a transaction, again after a deadlock (3 tries), then the tasks it left for after the commit. */
export async function inTransaction<Result>(
  db: Database,
  task: (work: Work) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const afterwards: (() => void)[] = []
    try {
      const result = await db.transaction((tx) =>
        task({ tx, afterCommit: (later) => afterwards.push(later) }),
      )
      for (const later of afterwards) later()
      return result
    } catch (error) {
      if (attempt === 3 || !retriedStates.has(String(sqlState(error)))) throw error
    }
  }
}
