import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { StorageError } from '../../runtime/files/s3-store.ts'
import { hasNotFailed, runDue, skippedRow } from '../../runtime/jobs/run-due.ts'
import type { Services } from '../../runtime/services.ts'
import { files } from './files.table.ts'
import { removedFiles } from './removed-files.table.ts'

type RemovalServices = Pick<Services, 'db' | 'fileStore' | 'now'>

const batchSize = 100
/** Lease in ms, longer than one storage request takes. */
const leaseMs = 120_000

/** Queues contents for removal after the commit, so that no storage request runs inside the transaction. */
export async function queueRemoval(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  const createTime = now()
  await tx
    .insert(removedFiles)
    .values(keys.map((key) => ({ key, createTime })))
    .onConflictDoNothing()
}

export async function deleteFiles(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  fileIds: string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await tx.delete(files).where(inArray(files.fileId, fileIds))
  await queueRemoval(tx, services, fileIds)
}

/** Distinguishes a storage outage from a failure of one object. */
const isStorageDown = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.status >= 500
    : error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name)

const isUnleased = (now: Date) =>
  or(isNull(removedFiles.claimTime), lt(removedFiles.claimTime, new Date(now.getTime() - leaseMs)))

async function remove({ db, fileStore, now }: RemovalServices, removalId: number): Promise<void> {
  const isThis = eq(removedFiles.removalId, removalId)
  const [leased] = await db
    .update(removedFiles)
    .set({ claimTime: now() })
    .where(and(isThis, isUnleased(now())))
    .returning()
  if (!leased) return
  try {
    await fileStore.remove(leased.key)
  } catch (error) {
    await db.update(removedFiles).set({ claimTime: null }).where(isThis)
    throw error
  }
  await db.delete(removedFiles).where(isThis)
}

/**
 * Removes contents of deleted files. Objects that fail are retried later and don't block the others. Throws
 * immediately during a storage outage.
 */
export async function removeContents(services: RemovalServices): Promise<void> {
  const { db, now } = services
  for (let batchCount = batchSize; batchCount === batchSize; ) {
    const due = await db
      .select({ removalId: removedFiles.removalId })
      .from(removedFiles)
      .where(and(isUnleased(now()), hasNotFailed('picture', sql`${removedFiles.removalId}::text`)))
      .orderBy(asc(removedFiles.removalId))
      .limit(batchSize)
    batchCount = due.length
    let outage: unknown = null
    await runDue(
      services,
      'picture',
      due.map(({ removalId }) => String(removalId)),
      async (removalId) => {
        if (outage) return skippedRow
        return remove(services, Number(removalId)).catch((error: unknown) => {
          if (!isStorageDown(error)) throw error
          outage = error
          return skippedRow
        })
      },
    )
    if (outage) throw outage
  }
}

/** Cancels the removal of a key that is stored again. Returns false if it's being removed right now. */
export async function cancelRemoval(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  key: string,
): Promise<boolean> {
  const isThis = eq(removedFiles.key, key)
  await tx.delete(removedFiles).where(and(isThis, isUnleased(now())))
  const [left] = await tx.select({ key: removedFiles.key }).from(removedFiles).where(isThis)
  return !left
}
