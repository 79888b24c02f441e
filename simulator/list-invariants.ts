import { countedTypes, unreadTypes } from '@handsfree/core/contract'
import { isShownAsUnread, type NotificationListActor } from '@handsfree/core/notifications'
import type { OrderListActor } from '@handsfree/core/orders'
import { selectListed } from '@handsfree/core/realtime'
import { screenOf } from '@handsfree/core/screens'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { expectedEnds } from '../tests/unit/models/ends.ts'
import { hasPossibleAct } from './acts.ts'
import type { Invariant } from './invariants.ts'
import type { OpenTab, World } from './world.types.ts'

type Row = {
  order_id: string
  uin: string
  closing: string
  payment: string
  total: number
  amount_paid: number
  pieces: number
}

const findTabsShowing = (
  { travellers }: World,
  page: string,
): { name: string; tab: OpenTab; uin: string }[] =>
  travellers.flatMap(({ name, device: { tabs } }) =>
    [...tabs].flatMap((tab) => {
      if (!tab.isOpen || tab.isAsleep || tab.screen.name !== page) return []
      const { account } = tab.app.auth.getSnapshot().context
      return account ? [{ name, tab, uin: account.uin }] : []
    }),
  )

/** Children that may wait forever. */
const idleChildren = ['hints']

/**
 * Whether a state can progress without users: it has a timer, running work, or a child that can progress or listens to
 * events.
 */
const hasPendingWork = ({ children, _nodes }: AnyMachineSnapshot): boolean =>
  Object.entries(children as Record<string, AnyActorRef | undefined>).some(([id, child]) => {
    const snapshot = child?.getSnapshot() as AnyMachineSnapshot | undefined
    if (snapshot?.status !== 'active' || idleChildren.includes(id)) return false
    const { value, _nodes: nodes } = snapshot
    return (
      value === undefined || hasPendingWork(snapshot) || nodes.some(({ ownEvents }) => ownEvents.length > 0)
    )
  }) || _nodes.some(({ after }) => after.length > 0)

const isOver = ({ machine, _nodes }: AnyMachineSnapshot): boolean =>
  _nodes.some(({ path }) => expectedEnds[machine.id]?.includes(path.join('.')))

export const listInvariants: Record<string, Invariant> = {
  listsTellTheTruth: {
    sentence: 'A list of orders shows every order of its account with its amounts and status.',
    when: 'end',
    check: async (world) => {
      const rows = await world.servers.store.query<Row>(
        'select order_id, uin, closing, payment, total, amount_paid, pieces from orders',
      )
      const summarize = ({ order_id, closing, payment, total, amount_paid, pieces }: Omit<Row, 'uin'>) =>
        [order_id, closing, payment, total, amount_paid, pieces].join(' ')
      return findTabsShowing(world, 'list').flatMap(({ name, tab, uin }) => {
        const actor = tab.screen.actor as OrderListActor
        const shownRows = selectListed(actor)(actor.getSnapshot()).map((order) =>
          summarize({
            order_id: order.orderId,
            closing: order.lifecycle.closing,
            payment: order.lifecycle.payment,
            total: order.total.amount,
            amount_paid: order.amountPaid.amount,
            pieces: order.pieces,
          }),
        )
        const own = rows.filter((row) => row.uin === uin).map(summarize)
        const violations = [
          ...shownRows.filter((one) => !own.includes(one)).map((one) => `lists ${one}, which is wrong`),
          ...(actor.getSnapshot().context.pages.next === null
            ? own.filter((one) => !shownRows.includes(one)).map((one) => `doesn’t list ${one}`)
            : []),
        ]
        return violations.map((what) => `${name} ${what}`)
      })
    },
  },
  notificationsTellTheTruth: {
    sentence: 'A list of notifications marks the unread ones.',
    when: 'end',
    check: async (world) => {
      const rows = await world.servers.store.query<{ id: string }>(
        'select notification_id as id from notifications where not is_read and type = any($1)',
        [countedTypes(unreadTypes)],
      )
      const unread = new Set(rows.map(({ id }) => id))
      return findTabsShowing(world, 'notifications').flatMap(({ name, tab }) => {
        const { context } = (tab.screen.actor as NotificationListActor).getSnapshot()
        return context.notifications
          .filter((notification) => isShownAsUnread(context, notification) !== unread.has(notification.id))
          .map(
            ({ id }) =>
              `${name} sees ${id} as ${unread.has(id) ? 'read, it is unread' : 'unread, it is read'}`,
          )
      })
    },
  },
  everyStateHasAWayOn: {
    sentence: 'Every state offers an action or is making progress.',
    when: 'end',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) =>
          [tab.app.auth, tab.screen.actor, ...tab.app.placements.values()].flatMap((actor) => {
            const snapshot = actor?.getSnapshot() as AnyMachineSnapshot | undefined
            if (!tab.isOpen || snapshot?.status !== 'active' || snapshot.value === undefined) return []
            if (
              isOver(snapshot) ||
              hasPendingWork(snapshot) ||
              screenOf(snapshot) === null ||
              hasPossibleAct(snapshot)
            )
              return []
            return [`${name} can do nothing at ${JSON.stringify(snapshot.value)}`]
          }),
        ),
      ),
  },
}
