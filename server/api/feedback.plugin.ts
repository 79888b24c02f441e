import { operatorListFeedback, sendFeedback } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { feedback } from '../domain/feedback/feedback.table.ts'
import { signFileUrl } from '../domain/files/file-url.ts'
import { limitPictures, markOwnFilesUsed } from '../domain/files/files.ts'
import type { Database } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'

const pageSize = 50

type Position = Pick<typeof feedback.$inferSelect, 'createTime' | 'feedbackId'>

const toCursor = ({ createTime, feedbackId }: Position): string => `${createTime.getTime()}-${feedbackId}`

function readCursor(cursor: string): Position {
  const [, time, feedbackId] = /^(\d{1,14})-([\da-f]{24})$/.exec(cursor) ?? []
  if (!time || !feedbackId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  return { createTime: new Date(Number(time)), feedbackId }
}

const isOfToday = (uin: string, now: Date) =>
  and(eq(feedback.uin, uin), gt(feedback.createTime, new Date(now.getTime() - 86_400_000)))

/** Throws 1012 (429) at the daily limit. */
async function refuseTooMany(tx: Database, uin: string, now: Date): Promise<void> {
  const [sent] = await tx.select({ feedback: count() }).from(feedback).where(isOfToday(uin, now))
  if ((sent?.feedback ?? 0) >= policy.feedbackPerDay) {
    throw new ApiError(errorCodes.accessDenied, 'daily feedback limit reached', { status: 429 })
  }
}

/** Finds today's feedback with the same text, for example from another tab. The traveller must be locked. */
async function findDuplicate(
  tx: Database,
  { uin, type, text, createTime }: Omit<typeof feedback.$inferSelect, 'feedbackId' | 'images'>,
) {
  const isSame = and(isOfToday(uin, createTime), eq(feedback.type, type), eq(feedback.text, text))
  const [same] = await tx.select().from(feedback).where(isSame)
  return same ?? null
}

export const feedbackPlugin: DomainPlugin = (app, services) => {
  const { now } = services

  route(app, services, sendFeedback, async ({ tx, traveller: { uin }, body: { type, content } }) => {
    const submission = { uin, type, text: content.text, createTime: now() }
    const duplicate = await findDuplicate(tx, submission)
    const urls = duplicate
      ? limitPictures(content.images, duplicate.images, policy.maxFeedbackPhotos)
      : content.images
    const images = await markOwnFilesUsed(tx, services, uin, urls)
    if (new Set(images).size < images.length) {
      throw new ApiError(errorCodes.paramError, 'the same image appears twice')
    }
    if (duplicate) {
      const all = [...new Set([...duplicate.images, ...images])]
      await tx.update(feedback).set({ images: all }).where(eq(feedback.feedbackId, duplicate.feedbackId))
      return { feedbackId: duplicate.feedbackId }
    }
    await refuseTooMany(tx, uin, now())
    const feedbackId = newId(services.random)
    await tx.insert(feedback).values({ feedbackId, ...submission, images })
    return { feedbackId }
  })

  route(app, services, operatorListFeedback, async ({ tx, query: { cursor } }) => {
    const after = cursor === undefined ? null : readCursor(cursor)
    const isAfter =
      after &&
      sql`(${feedback.createTime}, ${feedback.feedbackId}) < (${after.createTime.toISOString()}::timestamptz, ${after.feedbackId})`
    const rows = await tx
      .select()
      .from(feedback)
      .where(isAfter ?? undefined)
      .orderBy(desc(feedback.createTime), desc(feedback.feedbackId))
      .limit(pageSize + 1)
    const list = rows.slice(0, pageSize)
    const last = list.at(-1)
    return {
      list: list.map((row) => ({
        ...row,
        images: row.images.map((fileId) => signFileUrl(services, fileId)),
        createTime: row.createTime.toISOString(),
      })),
      nextCursor: rows.length > pageSize && last ? toCursor(last) : null,
    }
  })
}
