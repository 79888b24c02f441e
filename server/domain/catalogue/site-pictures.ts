import { createHash } from 'node:crypto'
import { type Catalogue, type SitePicture, sitePictureHash, sitePictureUrl } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { desc, eq, inArray, lt } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import type { StoredImage } from '../../runtime/files/image.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import type { Services } from '../../runtime/services.ts'
import { writeContent } from '../files/files.ts'
import { cancelRemoval, queueRemoval } from '../files/remove-files.ts'
import { placesVersion, sites } from '../sites/sites.table.ts'
import { sitePictures } from './site-pictures.table.ts'

/** Milliseconds until an unused picture is deleted. */
const unusedForMs = 24 * 3_600_000

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

const toPicture = ({
  contentHash,
  sourceHash,
  width,
  height,
}: typeof sitePictures.$inferSelect): SitePicture => ({
  url: sitePictureUrl(contentHash),
  width,
  height,
  sourceHash,
  contentHash,
})

/** The same content is being deleted from storage right now. */
const removalInProgress = () =>
  new ApiError(errorCodes.accessDenied, 'the same image is being deleted; retry', {
    status: 429,
    details: { field: 'photosAtOnce', retryAfter: 120 },
  })

/** Stores a site's picture. Uploading the same content again restores an unused picture. */
export async function storeSitePicture(
  { db, fileStore, now }: Pick<Services, 'db' | 'fileStore' | 'now'>,
  sourceHash: string,
  { content, width, height }: StoredImage,
): Promise<SitePicture> {
  const contentHash = hashOf(content)
  const row = { sourceHash, width, height, bytes: content.length, createTime: now() }
  await db.transaction(async (tx) => {
    // Refresh its age, or cancel its removal, so that no sweep deletes the content written below.
    await tx
      .update(sitePictures)
      .set({ createTime: row.createTime })
      .where(eq(sitePictures.contentHash, contentHash))
    if (!(await cancelRemoval(tx, { now }, contentHash))) throw removalInProgress()
  })
  await writeContent({ fileStore }, contentHash, content)
  const [stored] = await db
    .insert(sitePictures)
    .values({ contentHash, ...row })
    .onConflictDoUpdate({ target: sitePictures.contentHash, set: row })
    .returning()
  if (!stored) throw new Error('could not store the image')
  return toPicture(stored)
}

export async function findSitePictures(tx: Database): Promise<SitePicture[]> {
  const rows = await tx
    .select()
    .from(sitePictures)
    .orderBy(desc(sitePictures.createTime), desc(sitePictures.contentHash))
  return rows.map(toPicture)
}

/** Throws 1008, listing the sites with unknown pictures. */
export async function refuseUnknownPictures(tx: Transaction, given: Catalogue['sites']): Promise<void> {
  const references = given.flatMap(({ siteId, photos }) =>
    photos.flatMap((url) => {
      const hash = sitePictureHash(url)
      return hash ? [{ siteId, url, hash }] : []
    }),
  )
  if (references.length === 0) return
  const hashes = [...new Set(references.map(({ hash }) => hash))]
  const there = await tx
    .select({ contentHash: sitePictures.contentHash })
    .from(sitePictures)
    .where(inArray(sitePictures.contentHash, hashes))
  const known = new Set(there.map(({ contentHash }) => contentHash))
  const issues = references
    .filter(({ hash }) => !known.has(hash))
    .map(({ siteId, url }) => ({
      kind: 'sites',
      id: siteId,
      field: 'photos',
      code: errorCodes.paramError,
      message: `unknown picture ${url}`,
    }))
  if (issues.length === 0) return
  throw new ApiError(errorCodes.paramError, 'unknown picture', { details: { field: 'photos', issues } })
}

/**
 * Deletes pictures unused for a day. The lock on the places' version keeps sites unchanged. `removeContents` deletes
 * the contents.
 */
export async function sweepSitePictures({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - unusedForMs)
  await db.transaction(async (tx) => {
    const oldPictures = await tx
      .select({ contentHash: sitePictures.contentHash })
      .from(sitePictures)
      .where(lt(sitePictures.createTime, before))
    if (oldPictures.length === 0) return
    await tx.select().from(placesVersion).for('update')
    const photos = await tx.select({ photos: sites.photos }).from(sites)
    const usedHashes = new Set(photos.flatMap((site) => site.photos.map(sitePictureHash)))
    const unusedPictures = await tx
      .select({ contentHash: sitePictures.contentHash })
      .from(sitePictures)
      .where(
        inArray(
          sitePictures.contentHash,
          oldPictures.map(({ contentHash }) => contentHash).filter((one) => !usedHashes.has(one)),
        ),
      )
      .for('update', { skipLocked: true })
    const hashes = unusedPictures.map(({ contentHash }) => contentHash)
    if (hashes.length === 0) return
    await tx.delete(sitePictures).where(inArray(sitePictures.contentHash, hashes))
    await queueRemoval(tx, { now }, hashes)
  })
}
