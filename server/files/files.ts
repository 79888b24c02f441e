import { errorCodes } from '@handsfree/core/api'
import { and, count, eq, gt, inArray } from 'drizzle-orm'
import { newId } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { fileIdOf } from './file-url.ts'
import { files } from './files.table.ts'
import type { StoredImage } from './image.ts'

/** Pictures that one traveller may store in 24 hours. */
const dailyLimit = 200

/** Stores a picture that its owner may read, and answers its id. */
export async function storeFile(
  tx: Database,
  { fileStore, now }: Pick<Services, 'fileStore' | 'now'>,
  uin: string,
  { content, width, height }: StoredImage,
): Promise<string> {
  const fileId = newId()
  await fileStore.write(fileId, content)
  await tx.insert(files).values({ fileId, uin, width, height, bytes: content.length, createTime: now() })
  return fileId
}

/** Throws 1012 (429) for a traveller who has stored enough for a day. */
export async function refuseTooMany(tx: Database, uin: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000)
  const [stored] = await tx
    .select({ files: count() })
    .from(files)
    .where(and(eq(files.uin, uin), gt(files.createTime, since)))
  if ((stored?.files ?? 0) >= dailyLimit) {
    throw new ApiError(errorCodes.accessDenied, 'too many pictures today', { status: 429 })
  }
}

/** The ids behind addresses of a traveller's own pictures, in order. Throws 1008 when one is not theirs. */
export async function ownFileIds(tx: Database, uin: string, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const fileIds = urls.map((url) => fileIdOf(url) ?? '')
  const found = await tx
    .select({ fileId: files.fileId })
    .from(files)
    .where(and(eq(files.uin, uin), inArray(files.fileId, fileIds)))
  const own = new Set(found.map(({ fileId }) => fileId))
  if (!fileIds.every((fileId) => own.has(fileId)))
    throw new ApiError(errorCodes.paramError, 'unknown picture')
  return fileIds
}
