import type { Order } from '@handsfree/core/contract'
import { countedTypes, unreadTypes } from '@handsfree/core/contract'
import type { NotificationActor } from '@handsfree/core/notifications'
import { type PaymentActor, selectPaymentStage } from '@handsfree/core/payments'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { accountOf, type Invariant, storedDrafts } from './invariants.ts'
import { findLasting, type Violation } from './lasting.ts'
import { minute, second } from './time.ts'
import type { OpenTab, Visitor, World } from './world.types.ts'

const findVisibleTabs = ({ travellers }: World): { visitor: Visitor; tab: OpenTab; uin: string }[] =>
  travellers.flatMap((visitor) =>
    [...visitor.device.tabs].flatMap((tab) => {
      if (!tab.isOpen || !tab.isInSight || !visitor.device.line.isOnline) return []
      const uin = tab.app.auth.getSnapshot().context.account?.uin
      return uin === undefined ? [] : [{ visitor, tab, uin }]
    }),
  )

/** Busy states by snapshot, cached because they are checked after each step. */
const stateTexts = new WeakMap<AnyMachineSnapshot, string>()

const busyStateOf = (actor: AnyActorRef | undefined): string | null => {
  const snapshot = actor?.getSnapshot() as AnyMachineSnapshot | undefined
  if (snapshot?.status !== 'active' || !snapshot.hasTag?.('busy')) return null
  const value = stateTexts.get(snapshot) ?? JSON.stringify(snapshot.value)
  stateTexts.set(snapshot, value)
  return value
}

/** Busy machines in awake tabs. `waits` completes the sentence. */
function findBusy(
  { travellers }: World,
  waits: string,
  isLookedAt: (visitor: Visitor) => boolean,
): Violation[] {
  const violations: Violation[] = []
  for (const visitor of travellers) {
    const { name, device } = visitor
    if (!isLookedAt(visitor)) continue
    for (const tab of device.tabs) {
      if (!tab.isOpen || tab.isAsleep || tab.atBank !== null) continue
      const checkActor = (actor: AnyActorRef | undefined) => {
        const value = busyStateOf(actor)
        if (value === null) return
        const key = `${name} ${tab.name} ${actor?.sessionId} ${value}`
        violations.push({ key, details: `${name} ${waits} ${value}`, who: name })
      }
      checkActor(tab.app.auth)
      checkActor(tab.screen.actor)
      for (const placement of tab.app.placements.values()) checkActor(placement)
    }
  }
  return violations
}

const pagesOfOrders = ['detail', 'return', 'change']

/** The order of an order page and its read time (0 before the first read). Null for other pages and stopped actors. */
function orderOn({ screen: { name, actor } }: OpenTab): { orderId: string; shown: number } | null {
  if (!actor || !pagesOfOrders.includes(name)) return null
  const { status, context } = actor.getSnapshot() as {
    status: string
    context: { order: Order | null; orderId?: string }
  }
  if (status !== 'active') return null
  const { order, orderId = order?.orderId } = context
  return orderId === undefined ? null : { orderId, shown: order ? Date.parse(order.updateTime) : 0 }
}

/** Update times by account and order. Only the owner's pages matter. */
async function readUpdateTimes({ queryCache }: World['servers']): Promise<Map<string, number>> {
  const rows = await queryCache.query<{ uin: string; order_id: string; update_time: Date }>(
    'select uin, order_id, update_time from orders',
  )
  return new Map(rows.map((row) => [`${row.uin} ${row.order_id}`, row.update_time.getTime()]))
}

export const screenInvariants: Record<string, Invariant> = {
  tabsKeepUp: {
    sentence: 'A visible tab’s data is at most five minutes old.',
    when: 'often',
    check: async (world) => {
      const { servers, time } = world
      const truth = await readUpdateTimes(servers)
      const violations = findVisibleTabs(world).flatMap(({ visitor, tab, uin }) => {
        const order = orderOn(tab)
        if (!order) return []
        const { orderId, shown } = order
        const expected = truth.get(`${uin} ${orderId}`) ?? 0
        return shown === expected
          ? []
          : [
              {
                key: `${visitor.name} ${tab.name} ${orderId} ${expected}`,
                details: `${visitor.name} sees order ${orderId} on ${tab.screen.name} as of ${shown}, it is of ${expected}, now is ${time.now}`,
              },
            ]
      })
      return findLasting(world, 'tabsKeepUp', violations, 5 * minute)
    },
  },
  unreadKeepsUp: {
    sentence: 'A visible tab’s unread count is at most five minutes old.',
    when: 'often',
    check: async (world) => {
      const truth = await unread(world)
      const violations = findVisibleTabs(world).flatMap(({ visitor: { name }, tab, uin }) => {
        const shown = (tab.app.notification as NotificationActor).getSnapshot().context.unread
        const expected = truth.get(uin) ?? 0
        return shown === expected
          ? []
          : [
              {
                key: `${name} ${tab.name} ${expected}`,
                details: `${name} sees ${shown} unread, there are ${expected}`,
              },
            ]
      })
      return findLasting(world, 'unreadKeepsUp', violations, 5 * minute)
    },
  },
  nothingHangs: {
    sentence: 'No screen with a network is busy for five minutes.',
    when: 'always',
    lasts: true,
    check: (world) => {
      const violations = findBusy(world, 'waits at', ({ device }) => device.line.isOnline)
      return findLasting(world, 'nothingHangs', violations, 5 * minute)
    },
  },
  nothingWaits: {
    sentence: 'After the storm, no visible screen is busy for 40 seconds.',
    when: 'always',
    lasts: true,
    check: (world) =>
      world.faults.isCalm
        ? findLasting(
            world,
            'nothingWaits',
            findBusy(world, 'still waits at', () => true),
            40 * second,
          )
        : [],
  },
  tabsAreOfTheDevice: {
    sentence: 'Every tab is signed in like its device, or signed out.',
    when: 'always',
    lasts: true,
    check: (world) => {
      const wrongs = world.travellers.flatMap(({ name, device: { tabs, items } }) =>
        [...tabs].flatMap((tab) => {
          if (!tab.isOpen || tab.isAsleep) return []
          const uin = tab.app.auth.getSnapshot().context.account?.uin ?? null
          const stored = accountOf(items)
          return uin === stored
            ? []
            : [
                {
                  key: `${name} ${tab.name} ${uin} ${stored}`,
                  details: `a tab of ${name} is of ${uin}, the device of ${stored}`,
                  who: name,
                },
              ]
        }),
      )
      return findLasting(world, 'tabsAreOfTheDevice', wrongs, 10 * second)
    },
  },
  paidScreensArePaid: {
    sentence: 'A screen shows a payment as paid only if the bank has taken it.',
    when: 'always',
    check: ({ travellers, bank }) =>
      travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (!tab.isOpen || tab.screen.name !== 'payment') return []
          const snapshot = (tab.screen.actor as PaymentActor).getSnapshot()
          const { payment } = snapshot.context
          if (selectPaymentStage(snapshot) !== 'paid' || !payment || payment.amount.amount === 0) return []
          return bank.hasPaid(payment.paymentId)
            ? []
            : [`${name} sees ${payment.orderNumber} as paid, but it isn’t`]
        }),
      ),
  },
  paidIsShown: {
    sentence: 'A payment screen shows each paid payment as paid.',
    when: 'end',
    check: async ({ servers, travellers }) => {
      const rows = await servers.store.query<{ payment_id: string }>(
        'select payment_id from payments where paid_session_id is not null and dropped_time is null',
      )
      const paid = new Set(rows.map(({ payment_id }) => payment_id))
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (!tab.isOpen || tab.isAsleep || tab.screen.name !== 'payment') return []
          if (!tab.app.auth.getSnapshot().context.account) return []
          const snapshot = (tab.screen.actor as PaymentActor).getSnapshot()
          const { payment } = snapshot.context
          const stage = selectPaymentStage(snapshot)
          return payment && paid.has(payment.paymentId) && stage !== 'paid' && stage !== 'settled'
            ? [`${name} sees ${payment.orderNumber} as ${stage}, but it is paid`]
            : []
        }),
      )
    },
  },
  placedIsNoDraft: {
    sentence: 'A placed order no longer has a draft.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { tabs, items } }) =>
        [...tabs].flatMap((tab) =>
          !tab.isOpen
            ? []
            : [...tab.app.placements.values()].flatMap((placement) => {
                const { status, value, context } = placement.getSnapshot()
                if (status !== 'done' || value !== 'placed') return []
                // Another tab with the same order may be at its payment.
                const isLeft = storedDrafts(items)?.previews.some(
                  ({ draftKey, orderId }) =>
                    draftKey === context.draftKey && (orderId === null || tabs.size === 1),
                )
                return isLeft ? [`${name} has placed ${context.orderId}, but still has its draft`] : []
              }),
        ),
      ),
  },
  tabsTellTheTruth: {
    sentence: 'Every tab is current within a minute.',
    when: 'end',
    check: async ({ servers, travellers }) => {
      const truth = await readUpdateTimes(servers)
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          const { account } = tab.app.auth.getSnapshot().context
          const order = orderOn(tab)
          if (!order || !account || tab.isAsleep) return []
          const { orderId, shown } = order
          const expected = truth.get(`${account.uin} ${orderId}`) ?? 0
          return shown === expected
            ? []
            : [`${name} sees order ${orderId} on ${tab.screen.name} as of ${shown}, it is of ${expected}`]
        }),
      )
    },
  },
  unreadIsUnread: {
    sentence: 'Every tab shows the right number of unread notifications.',
    when: 'end',
    check: async ({ servers, travellers }) => {
      const rows = await servers.store.query<{ uin: string; unread: number }>(
        'select uin, count(*)::int as unread from notifications where not is_read and type = any($1) group by uin',
        [countedTypes(unreadTypes)],
      )
      const truth = new Map(rows.map(({ uin, unread }) => [uin, unread]))
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap(({ app, isAsleep }) => {
          const uin = app.auth.getSnapshot().context.account?.uin
          if (!uin || isAsleep) return []
          const { unread } = app.notification.getSnapshot().context
          return unread === (truth.get(uin) ?? 0)
            ? []
            : [`${name} sees ${unread} unread instead of ${truth.get(uin) ?? 0}`]
        }),
      )
    },
  },
}

async function unread({ servers }: World): Promise<Map<string, number>> {
  const rows = await servers.queryCache.query<{ uin: string; readUnreadCounts: number }>(
    'select uin, count(*)::int as unread from notifications where not is_read and type = any($1) group by uin',
    [countedTypes(unreadTypes)],
  )
  return new Map(rows.map((row) => [row.uin, row.readUnreadCounts]))
}
