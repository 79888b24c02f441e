import { errorCodes } from '@handsfree/core/lib'
import { employeeLimits, policy } from '@handsfree/core/policy'
import { and, count, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { StoredImage } from '../../runtime/files/image.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { lockTraveller } from '../users/lock-traveller.ts'
import { fileIdOf } from './file-url.ts'
import { files } from './files.table.ts'
import { deleteFiles } from './remove-files.ts'

const unusedForMs = 24 * 3_600_000
const sweepBatch = 50

type EmployeeUpload = { employeeId?: string; orderId?: string }

export async function storeFile(
  tx: Database,
  services: Pick<Services, 'fileStore' | 'now' | 'random'>,
  uin: string | null,
  image: StoredImage,
  upload: EmployeeUpload = {},
): Promise<string> {
  const fileId = await addFile(tx, services, uin, image, upload)
  await writeContent(services, fileId, image.content)
  return fileId
}

/** Throws 1005 if the storage fails, for example on a full disk. */
export async function writeContent(
  { fileStore }: Pick<Services, 'fileStore'>,
  key: string,
  content: Buffer,
): Promise<void> {
  await fileStore.write(key, content).catch((cause: unknown) => {
    throw new ApiError(errorCodes.thirdPartyError, 'could not store the image', { cause })
  })
}

/** Returns null for an unknown key. Throws 1005 if the storage fails. */
export const readContent = (
  { fileStore }: Pick<Services, 'fileStore'>,
  key: string,
): Promise<Buffer | null> =>
  fileStore.read(key).catch((cause: unknown) => {
    throw new ApiError(errorCodes.thirdPartyError, 'could not read the image from storage', { cause })
  })

/** A row whose upload fails is swept as unused. */
async function addFile(
  tx: Database,
  { now, random }: Pick<Services, 'now' | 'random'>,
  uin: string | null,
  { content, width, height }: StoredImage,
  upload: EmployeeUpload = {},
): Promise<string> {
  const fileId = newId(random)
  await tx
    .insert(files)
    .values({ fileId, uin, width, height, bytes: content.length, createTime: now(), ...upload })
  return fileId
}

/**
 * Stores an upload and returns its id. Throws 1012 (429) at the daily limit. The traveller's lock serializes uploads,
 * so that concurrent ones can't exceed it.
 */
export async function storeUpload(
  { db, fileStore, now, random }: Pick<Services, 'db' | 'fileStore' | 'now' | 'random'>,
  uin: string,
  image: StoredImage,
): Promise<string> {
  const fileId = await db.transaction(async (tx) => {
    await lockTraveller(tx, uin)
    await refuseTooMany(tx, uin, now())
    return addFile(tx, { now, random }, uin, image)
  })
  await writeContent({ fileStore }, fileId, image.content)
  return fileId
}

/** Throws 1012 (429, `photosToday`) at the traveller's daily limit. */
export async function refuseTooMany(tx: Database, uin: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000)
  const [stored] = await tx
    .select({ files: count() })
    .from(files)
    .where(and(eq(files.uin, uin), isNull(files.employeeId), gt(files.createTime, since)))
  if ((stored?.files ?? 0) >= policy.photosPerDay) throw tooMany('photosToday')
}

const tooManyMessages = {
  photosToday: 'daily image limit reached',
  photosOfOrder: 'image limit of the order reached',
}

const tooMany = (field: keyof typeof tooManyMessages) =>
  new ApiError(errorCodes.accessDenied, tooManyMessages[field], { status: 429, details: { field } })

/**
 * Throws 1012 (429) at an employee's daily limit (`photosToday`) or an order's limit for its bags (`photosOfOrder`).
 * `order` is null for an order being prepared.
 */
export async function refuseEmployeePhoto(
  tx: Database,
  employeeId: string,
  order: { orderId: string; pieces: number } | null,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000)
  const [today] = await tx
    .select({ files: count(), prepared: count(sql`case when ${files.orderId} is null then 1 end`) })
    .from(files)
    .where(and(eq(files.employeeId, employeeId), gt(files.createTime, since)))
  const { files: all = 0, prepared = 0 } = today ?? {}
  if (all >= employeeLimits.photosPerDay) throw tooMany('photosToday')
  if (!order) {
    if (prepared >= employeeLimits.preparedPhotosPerDay) throw tooMany('photosToday')
    return
  }
  const [stored] = await tx.select({ files: count() }).from(files).where(eq(files.orderId, order.orderId))
  if ((stored?.files ?? 0) >= order.pieces * employeeLimits.photosPerBag) throw tooMany('photosOfOrder')
}

/**
 * Maps a traveller's photo URLs to file ids, in order, and marks the files as used. Throws 1008 for a file that isn't
 * theirs.
 */
export async function markOwnFilesUsed(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  uin: string,
  urls: readonly string[],
): Promise<string[]> {
  if (urls.length === 0) return []
  const fileIds = urls.map((url) => fileIdOf(url) ?? '')
  const markedRows = await tx
    .update(files)
    .set({ keptTime: sql`coalesce(${files.keptTime}, ${now()})` })
    .where(and(eq(files.uin, uin), inArray(files.fileId, fileIds)))
    .returning({ fileId: files.fileId })
  const own = new Set(markedRows.map(({ fileId }) => fileId))
  if (!fileIds.every((fileId) => own.has(fileId)))
    throw new ApiError(errorCodes.paramError, 'unknown picture')
  return fileIds
}

export function limitPictures(urls: readonly string[], stored: readonly string[], most: number): string[] {
  let room = most - stored.length
  return urls.filter((url) => stored.includes(fileIdOf(url) ?? '') || room-- > 0)
}

export async function sweepFiles({ db, now }: Pick<Services, 'db' | 'now'>) {
  const before = new Date(now().getTime() - unusedForMs)
  const isUnused = and(isNull(files.keptTime), lt(files.createTime, before))
  for (let swept = sweepBatch; swept === sweepBatch; ) {
    swept = await db.transaction(async (tx) => {
      const unused = await tx
        .select({ fileId: files.fileId })
        .from(files)
        .where(isUnused)
        .limit(sweepBatch)
        .for('update', { skipLocked: true })
      await deleteFiles(
        tx,
        { now },
        unused.map(({ fileId }) => fileId),
      )
      return unused.length
    })
  }
}
