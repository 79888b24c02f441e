import { errorCodes, unreadTypes } from '@handsfree/core/api'
import type { Draft, OrderDetailActor } from '@handsfree/core/order'
import en from '../../core/language/messages/en-US.json' with { type: 'json' }
import zh from '../../core/language/messages/zh-CN.json' with { type: 'json' }
import type { World } from './world.types.ts'

/** What must hold; `check` says what does not. */
export type Invariant = {
  sentence: string
  /** After each step; now and then, where it asks the database; or once the storm is over and everybody was patient. */
  when: 'always' | 'often' | 'end'
  check(world: World): string[] | Promise<string[]>
}

const codes = new Set<number>(Object.values(errorCodes))
const words: Record<string, unknown>[] = [en, zh]

/** What an answer says against the table of codes; null when it fits. */
export function envelopeFault(status: number, body: string): string | null {
  let code: unknown
  try {
    code = (JSON.parse(body) as { code?: unknown }).code
  } catch {
    return `an answer that is no envelope: ${status} ${body.slice(0, 80)}`
  }
  if (typeof code !== 'number' || !codes.has(code))
    return `a refusal without a code of the table: ${status} ${body.slice(0, 200)}`
  if (code !== 0 && words.some((messages) => !(`error.${code}` in messages)))
    return `code ${code} has no words`
  return null
}

const accountOf = (items: ReadonlyMap<string, string>): string | null => {
  const stored = items.get('auth')
  const account = stored ? (JSON.parse(stored) as { account?: { uin: string } | null }).account : null
  return account?.uin ?? null
}

const ofAccounts = ['keptOrders', 'keptLists', 'recentRecipientName', 'recentAnswers']

/** Times that were filled in for the traveller are made anew with each visit, as the hours go by. */
const withoutSuggested = ({ suggested, ...draft }: Draft): string =>
  JSON.stringify({ ...draft, ...Object.fromEntries(suggested.map((field) => [field, null])) })

const number = (value: unknown) => Number(value ?? 0)

const orderMoney = `
  select o.order_id, o.order_number, o.review, o.closing, o.payment,
    array(select s.reference from payment_sessions s join payments p using (payment_id) where p.order_id = o.order_id) as pages,
    (select coalesce(sum(p.amount), 0) from payments p where p.order_id = o.order_id and p.paid_session_id is not null) as paid,
    (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.order_id
      and r.session_id not in (select p.paid_session_id from payments p where p.paid_session_id is not null)) as strayed,
    (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.order_id and r.done_time is not null) as back,
    (select count(*) from refunds r where r.order_id = o.order_id and r.done_time is null and r.state <> 'needsOperator') as waiting,
    (select count(*) from refunds r where r.order_id = o.order_id and r.state = 'needsOperator') as before_operator
  from orders o`

type OrderMoney = {
  order_id: string
  order_number: string
  review: string
  closing: string
  payment: string
  pages: string[]
  paid: number
  strayed: number
  back: number
  waiting: number
  before_operator: number
}

/** Each by its name, as a failing run prints it. */
export const invariants: Record<string, Invariant> = {
  signedOutHoldsNothing: {
    sentence: 'A signed-out device holds nothing of its account.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { items, tabs } }) => {
        if (tabs.size === 0 || accountOf(items) !== null) return []
        return ofAccounts
          .filter((key) => items.has(key))
          .map((key) => `${name} is signed out and still holds ${key}`)
      }),
  },
  storedIsShown: {
    sentence: 'What a draft shows is what is stored.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, qrId, device: { items, tabs } }) => {
        const [tab] = tabs
        if (tabs.size !== 1 || !tab?.isOpen) return []
        const snapshot = tab.app.placements.get(qrId)?.getSnapshot()
        if (snapshot?.status !== 'active' || !snapshot.matches('editing')) return []
        const uin = tab.app.auth.getSnapshot().context.account?.uin ?? ''
        const stored = JSON.parse(items.get('orderPreview') ?? 'null') as {
          previews: { uin: string; qrId: string; draft: Draft; draftKey: string }[]
        } | null
        const own = stored?.previews.find((preview) => preview.uin === uin && preview.qrId === qrId)
        // Scanning a code again begins another order; the unpaid one is stored until something is changed.
        if (own?.draftKey !== snapshot.context.draftKey) return []
        const [shown, held] = [snapshot.context.draft, own.draft].map(withoutSuggested)
        return shown === held ? [] : [`${name} sees ${shown} and holds ${held}`]
      }),
  },
  ownOnly: {
    sentence: 'A device holds nothing of another account.',
    when: 'often',
    check: async ({ travellers, house }) => {
      const users = await house.store.query<{ uin: string; phone_number: string }>(
        'select uin, phone_number from users',
      )
      return travellers.flatMap(({ name, phoneNumber, device: { items } }) => {
        const held = [...items.values()].join('\n')
        return users
          .filter((user) => user.phone_number !== phoneNumber && held.includes(user.uin))
          .map(({ uin }) => `${name} holds something of ${uin}`)
      })
    },
  },
  neverMoreBack: {
    sentence: 'The bank never sends back more than it has taken.',
    when: 'often',
    check: ({ bank }) =>
      [...bank.pages.keys()]
        .filter((reference) => bank.kept(reference) < 0)
        .map((reference) => `page ${reference} gave back too much`),
  },
  pickedUpIsPaid: {
    sentence: 'No bags are picked up while money for them is due.',
    when: 'often',
    check: async ({ house }) => {
      const rows = await house.store.query<{ order_number: string }>(
        `select o.order_number from orders o join payments p using (order_id)
        where o.pickup = 'pickuped' and o.closing = 'open' and p.paid_session_id is null and p.dropped_time is null and p.state = 'unpaid'`,
      )
      return rows.map(({ order_number }) => `${order_number} is picked up and not paid`)
    },
  },
  booksAreRight: {
    sentence: 'Money in is money kept and money back and money on its way back, for each order.',
    when: 'end',
    check: async ({ house, bank }) => {
      const rows = await house.store.query<OrderMoney>(orderMoney)
      return rows.flatMap((row) => {
        const kept = row.pages.reduce((sum, reference) => sum + bank.kept(reference), 0)
        const booked = number(row.paid) + number(row.strayed) - number(row.back)
        return kept === booked ? [] : [`${row.order_number}: the bank holds ${kept}, the books say ${booked}`]
      })
    },
  },
  rejectedIsRefunded: {
    sentence: 'Of an order that was rejected or cancelled nothing is kept.',
    when: 'end',
    check: async ({ house, bank }) => {
      const rows = await house.store.query<OrderMoney>(
        `${orderMoney} where o.review = 'fail' or o.closing = 'cancelled'`,
      )
      return rows.flatMap((row) => {
        const kept = row.pages.reduce((sum, reference) => sum + bank.kept(reference), 0)
        return kept === 0 || number(row.before_operator) > 0
          ? []
          : [`${row.order_number} is called off, and ${kept} is kept`]
      })
    },
  },
  ordersEnd: {
    sentence: 'Every order reaches an end.',
    when: 'end',
    check: async ({ house }) => {
      const rows = await house.store.query<Record<string, string>>(
        `select order_number, review, payment, assignment, transfer, pickup, transport, warehouse, exception, lock
        from orders where closing = 'open' and not (warehouse = 'handed')`,
      )
      return rows.map((row) => `${row.order_number} has no end: ${JSON.stringify(row)}`)
    },
  },
  refundsEnd: {
    sentence: 'Every refund has ended, or stands before an operator.',
    when: 'end',
    check: async ({ house }) => {
      const rows = await house.store.query<OrderMoney>(orderMoney)
      return rows
        .filter(({ waiting }) => number(waiting) > 0)
        .map((row) => `a refund of ${row.order_number} still waits`)
    },
  },
  tabsTellTheTruth: {
    sentence: 'Every tab shows the truth within a minute.',
    when: 'end',
    check: async ({ house, travellers }) => {
      const rows = await house.store.query<{ order_id: string; update_time: Date }>(
        'select order_id, update_time from orders',
      )
      const truth = new Map(rows.map((row) => [row.order_id, row.update_time.getTime()]))
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap((tab) => {
          if (tab.screen.name !== 'detail' || !tab.app.auth.getSnapshot().context.account) return []
          const { order, orderId } = (tab.screen.actor as OrderDetailActor).getSnapshot().context
          const shown = order ? Date.parse(order.updateTime) : null
          return shown === truth.get(orderId)
            ? []
            : [`${name} sees order ${orderId} as of ${shown}, it is of ${truth.get(orderId)}`]
        }),
      )
    },
  },
  unreadIsUnread: {
    sentence: 'Unread is unread.',
    when: 'end',
    check: async ({ house, travellers }) => {
      const rows = await house.store.query<{ uin: string; unread: number }>(
        'select uin, count(*)::int as unread from notifications where not is_read and type = any($1) group by uin',
        [unreadTypes],
      )
      const truth = new Map(rows.map(({ uin, unread }) => [uin, unread]))
      return travellers.flatMap(({ name, device: { tabs } }) =>
        [...tabs].flatMap(({ app }) => {
          const uin = app.auth.getSnapshot().context.account?.uin
          if (!uin) return []
          const { unread } = app.notification.getSnapshot().context
          return unread === (truth.get(uin) ?? 0)
            ? []
            : [`${name} sees ${unread} unread, there are ${truth.get(uin) ?? 0}`]
        }),
      )
    },
  },
}
