import { emptyCatalogue } from '@handsfree/core/catalogue'
import {
  type Catalogue,
  type Locale,
  maxSiteDayOrders,
  type SiteDay,
  weekdays,
} from '@handsfree/core/contract'
import { errorCodes, utcOffsetAt, wallClock } from '@handsfree/core/lib'
import { canMoveOrder } from '@handsfree/core/orders'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { announcements } from '../domain/catalogue/catalogue.table.ts'
import { reportColumns } from '../domain/crew/reports.ts'
import { siteScopes } from '../domain/crew/scope.ts'
import { factsOf, lifecycleOf, promisedArrivalOf } from '../domain/orders/lifecycle-columns.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { type OrderRow, orders } from '../domain/orders/orders.table.ts'
import { placeOfBags } from '../domain/orders/place-of-bags.ts'
import { sites } from '../domain/sites/sites.table.ts'
import type { Database } from '../runtime/db/database.ts'
import type { Work } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { applyCatalogue, lockCatalogue } from './apply-catalogue.ts'
import { type MoveServices, moveOrder } from './move-order.ts'

const titles = { 'en-US': 'Closed today', 'zh-CN': '今日暂停营业' }

const siteNotFound = () => new ApiError(errorCodes.siteNotExists, 'site not exists')

const dateAt = (now: Date, timeZone: string): string =>
  wallClock(now.getTime(), timeZone).format('YYYY-MM-DD')

const announcementIdOf = (siteId: string, date: string): string => `closed-${siteId}-${date}`

const isBefore = (time: Date | number, { now, timeZone }: { now: Date; timeZone: string }): boolean =>
  dateAt(new Date(time), timeZone) <= dateAt(now, timeZone)

type Task = SiteDay['orders'][number]['task']

/** An order's task at a site by the end of today; null without one. */
function taskOf(
  order: OrderRow,
  siteId: string,
  clock: { now: Date; timeZone: string },
): { task: Task; time: Date } | null {
  if (order.closing !== 'open' || order.warehouse === 'handed') return null
  if (order.pickup !== 'pickuped' && order.pickupPlace.siteId === siteId)
    return isBefore(order.pickupTime, clock) ? { task: 'pickup', time: order.pickupTime } : null
  if (placeOfBags(order).siteId !== siteId) return null
  const time = new Date(promisedArrivalOf(order, clock.now))
  if (!isBefore(time, clock)) return null
  return {
    task: order.warehouse === 'completed' && order.return !== 'inProgress' ? 'handOut' : 'arrival',
    time,
  }
}

async function findOrdersOf(tx: Database, siteId: string, clock: { now: Date; timeZone: string }) {
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.closing, 'open'),
        sql`${orders.payment} in ('paid', 'supplementary')`,
        or(...siteScopes(siteId)),
      ),
    )
    .orderBy(asc(orders.pickupTime), asc(orders.orderId))
  return rows
    .flatMap((order) => {
      const task = taskOf(order, siteId, clock)
      return task ? { order, ...task } : []
    })
    .sort((one, other) => one.time.getTime() - other.time.getTime())
    .slice(0, maxSiteDayOrders)
}

/** Throws 3002 for an unknown or closed-down site. */
export async function readSiteDay(tx: Database, siteId: string, now: Date, locale: Locale): Promise<SiteDay> {
  const [site] = await tx.select().from(sites).where(eq(sites.siteId, siteId))
  if (!site || site.closedTime) throw siteNotFound()
  const { timeZone, name, hours } = site
  const date = dateAt(now, timeZone)
  const [told] = await tx
    .select()
    .from(announcements)
    .where(eq(announcements.announcementId, announcementIdOf(siteId, date)))
  const weekday = weekdays[wallClock(now.getTime(), timeZone).day()] ?? ''
  const isClosed = hours?.closedDays?.some((day) => day === date || day === weekday) ?? false
  const found = await findOrdersOf(tx, siteId, { now, timeZone })
  return {
    siteId,
    name: name[locale],
    timeZone,
    utcOffset: utcOffsetAt(now.getTime(), timeZone),
    isClosed,
    reason: isClosed && told && told.closedTime === null ? told.content['zh-CN'] : null,
    orders: found.map(({ order, task, time }) => ({
      orderId: order.orderId,
      orderNumber: order.orderNumber,
      task,
      time: time.toISOString(),
      pieces: order.pieces,
    })),
  }
}

type SiteEntry = Catalogue['sites'][number]
type Opening = { actor: string; siteId: string }

/** Locks the catalogue, and writes the site's closed days and the announcement of today. */
async function writeClosedDay(
  work: Work,
  services: MoveServices,
  { actor, siteId }: Opening,
  toDay: (site: SiteEntry, date: string) => { closedDays: string[]; reason: string | null } | null,
): Promise<{ timeZone: string } | null> {
  const now = services.now()
  const before = await lockCatalogue(work.tx)
  const site = before.sites.find((entry) => entry.siteId === siteId)
  if (!site || site.closed) throw siteNotFound()
  const date = dateAt(now, site.timeZone)
  const day = toDay(site, date)
  if (!day) return null
  const announcementId = announcementIdOf(siteId, date)
  const told = before.announcements.find((entry) => entry.announcementId === announcementId)
  const hours = { ...(site.hours ?? { opens: '00:00', closes: '00:00' }), closedDays: day.closedDays }
  const end = wallClock(now.getTime(), site.timeZone).endOf('day')
  const until = new Date(end.valueOf() - utcOffsetAt(now.getTime(), site.timeZone) * 60_000).toISOString()
  const announcement =
    day.reason === null
      ? told && { ...told, closed: true }
      : {
          announcementId,
          regionId: null,
          siteId,
          title: titles,
          content: { 'en-US': day.reason, 'zh-CN': day.reason },
          from: null,
          until,
          closed: false,
        }
  await applyCatalogue(
    work.tx,
    before,
    {
      ...emptyCatalogue(),
      sites: [{ ...site, hours }],
      announcements: announcement ? [announcement] : [],
    },
    { actor, now, random: services.random },
  )
  return { timeZone: site.timeZone }
}

/** Past dates no longer close the site, and are dropped. */
const comingDays = (site: SiteEntry, date: string): string[] =>
  (site.hours?.closedDays ?? []).filter((day) => weekdays.includes(day) || day > date)

/**
 * Closes a site for the rest of today, and reports the orders that need it. Does nothing if today is a closed day
 * already. Throws 3002 for an unknown site.
 */
export async function closeSite(
  work: Work,
  services: MoveServices,
  { reason, ...by }: Opening & { reason: string },
): Promise<void> {
  const now = services.now()
  const closed = await writeClosedDay(work, services, by, (site, date) =>
    site.hours?.closedDays?.includes(date) ? null : { closedDays: [...comingDays(site, date), date], reason },
  )
  if (!closed) return
  for (const { order } of await findOrdersOf(work.tx, by.siteId, { now, ...closed })) {
    const locked = await lockOrder(work, order.orderId)
    if (!locked || !canMoveOrder(lifecycleOf(locked), factsOf(locked, now), { type: 'exception.report' }))
      continue
    await moveOrder(work, services, locked, {
      event: 'exception.report',
      actor: by.actor,
      reason,
      changes: reportColumns(locked, { kind: 'siteClosed', bags: [], reason }, now),
    })
  }
}

/** Opens a site that was closed for today, and settles its orders' reports. Throws 3002 for an unknown site. */
export async function reopenSite(work: Work, services: MoveServices, by: Opening): Promise<void> {
  const opened = await writeClosedDay(work, services, by, (site, date) =>
    site.hours?.closedDays?.includes(date) ? { closedDays: comingDays(site, date), reason: null } : null,
  )
  if (!opened) return
  for (const { order } of await findOrdersOf(work.tx, by.siteId, { now: services.now(), ...opened })) {
    const locked = await lockOrder(work, order.orderId)
    if (locked?.exception !== 'reported' || locked.exceptionKind !== 'siteClosed') continue
    await moveOrder(work, services, locked, { event: 'exception.resolve', actor: by.actor })
  }
}
