import type { Locale, SignInCount, SiteSignIn } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../runtime/db/database.ts'
import { ApiError } from '../../runtime/http/api-error.ts'
import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import { sites } from '../sites/sites.table.ts'
import { siteSignIns } from './site-sign-ins.table.ts'

const pageSize = 50
const dayMs = 86_400_000

type Position = Pick<typeof siteSignIns.$inferSelect, 'createTime' | 'signInId'>

export async function recordSiteSignIn(
  tx: Transaction,
  { now, random }: Pick<Services, 'now' | 'random'>,
  { siteId, isFirst, device }: { siteId: string; isFirst: boolean; device: string },
): Promise<void> {
  const [site] = await tx.select({ siteId: sites.siteId }).from(sites).where(eq(sites.siteId, siteId))
  if (!site) return
  await tx.insert(siteSignIns).values({ signInId: newId(random), siteId, isFirst, device, createTime: now() })
}

const toCursor = ({ createTime, signInId }: Position): string => `${createTime.getTime()}-${signInId}`

function isAfter(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [, time, signInId] = /^(\d{1,14})-([\da-f]{24})$/.exec(cursor) ?? []
  if (!time || !signInId) throw new ApiError(errorCodes.paramError, 'unknown cursor')
  const createTime = new Date(Number(time)).toISOString()
  return sql`(${siteSignIns.createTime}, ${siteSignIns.signInId}) < (${createTime}::timestamptz, ${signInId})`
}

type SignInQuery = { siteId: string | null; cursor: string | undefined; locale: Locale }

/** `siteId: null` lists all sites. */
export async function listSiteSignIns(db: Database, { siteId, cursor, locale }: SignInQuery) {
  const rows = await db
    .select({ signIn: siteSignIns, name: sites.name })
    .from(siteSignIns)
    .innerJoin(sites, eq(sites.siteId, siteSignIns.siteId))
    .where(and(siteId === null ? undefined : eq(siteSignIns.siteId, siteId), isAfter(cursor)))
    .orderBy(desc(siteSignIns.createTime), desc(siteSignIns.signInId))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    list: page.map(
      ({ signIn: { createTime, ...signIn }, name }): SiteSignIn => ({
        ...signIn,
        siteName: name[locale],
        time: createTime.toISOString(),
      }),
    ),
    nextCursor: rows.length > pageSize && last ? toCursor(last.signIn) : null,
  }
}

export async function countSiteSignIns(
  db: Database,
  now: Date,
  { siteId, locale }: Pick<SignInQuery, 'siteId' | 'locale'>,
): Promise<SignInCount[]> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const lastDay = sql<number>`count(*) filter (where ${siteSignIns.createTime} > ${dayAgo}::timestamptz)`
  const rows = await db
    .select({
      siteId: sites.siteId,
      name: sites.name,
      lastDay: lastDay.mapWith(Number),
      last30Days: count(),
      first: sql<number>`count(*) filter (where ${siteSignIns.isFirst})`.mapWith(Number),
    })
    .from(siteSignIns)
    .innerJoin(sites, eq(sites.siteId, siteSignIns.siteId))
    .where(
      and(
        gt(siteSignIns.createTime, new Date(now.getTime() - 30 * dayMs)),
        siteId === null ? undefined : eq(siteSignIns.siteId, siteId),
      ),
    )
    .groupBy(sites.siteId)
    .orderBy(desc(count()), sites.siteId)
  return rows.map(({ name, ...row }) => ({ ...row, siteName: name[locale] }))
}
