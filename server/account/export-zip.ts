import { Readable } from 'node:stream'
import type { Locale } from '@handsfree/core/api'
import { asc, desc, eq } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { claims } from '../claims/claims.table.ts'
import { withClaimParts } from '../claims/find-claims.ts'
import { toClaim } from '../claims/to-claim.ts'
import type { Database } from '../db/database.ts'
import { feedback } from '../feedback/feedback.table.ts'
import { files } from '../files/files.table.ts'
import { readLedger } from '../ledger/to-ledger.ts'
import { notifications } from '../notifications/notifications.table.ts'
import { findTrace } from '../orders/find-orders.ts'
import { withParts } from '../orders/order-parts.ts'
import { orders } from '../orders/orders.table.ts'
import { toOrder, toTraceEvent } from '../orders/to-order.ts'
import { findSaved } from '../saved/saved-entries.ts'
import type { Services } from '../services.ts'
import { tokens, users } from '../users/users.table.ts'

type ExportServices = Pick<Services, 'db' | 'fileStore' | 'keys' | 'now'>

const readMe: Record<Locale, string> = {
  'en-US':
    'Everything that Handsfree has stored about you. account.json holds the words and numbers, photos the pictures.\n',
  'zh-CN': 'Handsfree 存储的与您有关的全部数据。account.json 为文字和数字，photos 为照片。\n',
}

/** Pictures by their names in the zip, in place of addresses that end. */
const named = (json: string): string =>
  json.replace(/(?:https?:\/\/[^/"]+)?\/api\/files\/([\w-]{1,64})\?[^"]*/g, 'photos/$1.webp')

async function readAccount(db: Database, services: ExportServices, uin: string) {
  const [user] = await db.select().from(users).where(eq(users.uin, uin))
  if (!user) throw new Error('an account without a row')
  const { locale } = user
  const rows = await db.select().from(orders).where(eq(orders.uin, uin)).orderBy(desc(orders.createTime))
  const parts = await withParts(db, rows)
  const placed = []
  for (const part of parts) {
    const trace = await findTrace(db, part.order.orderId)
    placed.push({
      ...toOrder(part, services, locale),
      roomPassword: part.order.roomPassword,
      ledger: await readLedger(db, services, part.order, locale),
      trace: trace.map((event) => toTraceEvent(event, part.order, locale)),
    })
  }
  const devices = await db
    .select({ name: tokens.device, createTime: tokens.createTime, useTime: tokens.useTime })
    .from(tokens)
    .where(eq(tokens.uin, uin))
  const told = await db
    .select()
    .from(notifications)
    .where(eq(notifications.uin, uin))
    .orderBy(desc(notifications.indexId))
  const said = await db
    .select({
      type: feedback.type,
      text: feedback.text,
      images: feedback.images,
      createTime: feedback.createTime,
    })
    .from(feedback)
    .where(eq(feedback.uin, uin))
    .orderBy(desc(feedback.createTime))
  const claimed = await db.select().from(claims).where(eq(claims.uin, uin)).orderBy(desc(claims.createTime))
  const claimParts = await withClaimParts(db, claimed)
  const pictures = await db
    .select({ fileId: files.fileId, createTime: files.createTime })
    .from(files)
    .where(eq(files.uin, uin))
    .orderBy(asc(files.createTime), asc(files.fileId))
  return {
    locale,
    pictures,
    content: {
      exportTime: services.now(),
      profile: user,
      devices,
      saved: await findSaved(db, uin, locale),
      orders: placed,
      claims: claimParts.map((parts) => toClaim(parts, services, locale)),
      notifications: told,
      feedback: said.map((one) => ({ ...one, images: one.images.map((id) => `photos/${id}.webp`) })),
      photos: pictures.map(({ fileId, createTime }) => ({ file: `photos/${fileId}.webp`, createTime })),
    },
  }
}

/**
 * Everything about a traveller as a zip that is made while it is read: one picture is in memory at a time. A picture
 * whose content is gone is left out. Destroy the stream to stop.
 */
export async function exportZip(services: ExportServices, uin: string): Promise<Readable> {
  const { db, fileStore } = services
  const { locale, pictures, content } = await readAccount(db, services, uin)
  const zip = new ZipFile()
  const options = { mtime: services.now() }
  zip.addBuffer(Buffer.from(readMe[locale]), 'README.txt', options)
  zip.addBuffer(Buffer.from(named(JSON.stringify(content, null, 2))), 'account.json', options)
  for (const { fileId, createTime } of pictures) {
    // WebP is compressed as it is.
    const stored = { mtime: createTime, compress: false }
    zip.addReadStreamLazy(`photos/${fileId}.webp`, stored, (give) => {
      fileStore.read(fileId).then(
        (picture) => give(null, Readable.from(picture ? [picture] : [])),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const stream = Readable.from(zip.outputStream as AsyncIterable<Buffer>)
  // `on` of the zip itself: a storage that fails ends the download.
  ;(zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => stream.destroy(error))
  return stream
}
