import { errorCodes } from '@handsfree/core/api'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { fileIdOf } from './file-url.ts'
import { files } from './files.table.ts'

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
