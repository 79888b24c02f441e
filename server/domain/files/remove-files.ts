import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../runtime/db/database.ts'
import { StorageError } from '../../runtime/files/s3-store.ts'
import { hasNotFailed, notTried, runDue } from '../../runtime/jobs/run-due.ts'
import type { Services } from '../../runtime/services.ts'
import { files } from './files.table.ts'
import { removedFiles } from './removed-files.table.ts'

type RemovalServices = Pick<Services, 'db' | 'fileStore' | 'now'>

/** Contents in one turn. */
const batch = 100
/** Milliseconds for which a claimed one is nobody else's: longer than the store takes for one. */
const leaseMs = 120_000

/** Has contents removed once the transaction is committed: the storage is not asked within it. */
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

/** Deletes pictures; their contents go after the commit. */
export async function deleteFiles(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  fileIds: string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await tx.delete(files).where(inArray(files.fileId, fileIds))
  await queueRemoval(tx, services, fileIds)
}

/** Whether the storage as a whole is away, not one object that it does not delete. */
const isAway = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.status >= 500
    : error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name)

const isFree = (now: Date) =>
  or(isNull(removedFiles.claimTime), lt(removedFiles.claimTime, new Date(now.getTime() - leaseMs)))

async function remove({ db, fileStore, now }: RemovalServices, removalId: number): Promise<void> {
  const isThis = eq(removedFiles.removalId, removalId)
  const [claimed] = await db
    .update(removedFiles)
    .set({ claimTime: now() })
    .where(and(isThis, isFree(now())))
    .returning()
  if (!claimed) return
  try {
    await fileStore.remove(claimed.key)
  } catch (error) {
    await db.update(removedFiles).set({ claimTime: null }).where(isThis)
    throw error
  }
  await db.delete(removedFiles).where(isThis)
}

/**
 * Removes the contents of deleted pictures. One that the storage does not delete holds up no others, and waits for its next
 * try or an operator. Throws at once while the storage is away.
 */
export async function removeContents(services: RemovalServices): Promise<void> {
  const { db, now } = services
  for (let found = batch; found === batch; ) {
    const due = await db
      .select({ removalId: removedFiles.removalId })
      .from(removedFiles)
      .where(and(isFree(now()), hasNotFailed('picture', sql`${removedFiles.removalId}::text`)))
      .orderBy(asc(removedFiles.removalId))
      .limit(batch)
    found = due.length
    let away: unknown = null
    await runDue(
      services,
      'picture',
      due.map(({ removalId }) => String(removalId)),
      async (removalId) => {
        if (away) return notTried
        return remove(services, Number(removalId)).catch((error: unknown) => {
          if (!isAway(error)) throw error
          away = error
          return notTried
        })
      },
    )
    if (away) throw away
  }
}

/** Whether a key may be stored again: takes its removal back, unless somebody is removing it at this moment. */
export async function takeRemovalBack(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  key: string,
): Promise<boolean> {
  const isThis = eq(removedFiles.key, key)
  await tx.delete(removedFiles).where(and(isThis, isFree(now())))
  const [left] = await tx.select({ key: removedFiles.key }).from(removedFiles).where(isThis)
  return !left
}
