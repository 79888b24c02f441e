import type { TripActor } from '@handsfree/core/orders'
import { hashLinkToken } from '../server/domain/links/link-token.ts'
import type { Invariant } from './invariants.ts'
import { findLasting } from './lasting.ts'
import { expectNoRows } from './order-invariants.ts'
import { hour, minute } from './time.ts'

/** Tables with personal data of an account, besides its orders. */
const personTables = [
  'tokens',
  'notifications',
  'saved_entries',
  'feedback',
  'account_exports',
  'passkeys',
  'consents',
]
/** Order tables with names or free text of people. */
const orderTables = [
  ...['receiver_links', 'sms_notices', 'receipt_mails', 'order_trace', 'invoices', 'staff_notes'],
  ...['push_messages', 'prepared_orders'],
]

export const accountInvariants: Record<string, Invariant> = {
  deletedIsGone: {
    sentence: 'A deleted account leaves no personal data.',
    when: 'often',
    check: async ({ servers }) => {
      const gone = await servers.queryCache.query('select uin from users where delete_time is not null')
      if (gone.length === 0) return []
      const isGone = '(select uin from users where delete_time is not null)'
      const rows = await servers.queryCache.query<{ uin: string; place: string }>(
        [
          `select uin, 'users' as place from users where delete_time is not null and (name || email || dial_code) <> ''`,
          `select uin, 'files' from files where uin in ${isGone} and kept_time is not null`,
          `select uin, 'orders' from orders where uin in ${isGone} and (receiver_name || receiver_phone_number || claim_code
            || coalesce(room_password, '')) <> ''`,
          `select uin, 'claims' from claims where uin in ${isGone} and (words || offer_words) <> ''`,
          `select uin, 'order_changes' from order_changes join orders using (order_id) where uin in ${isGone} and facts <> '{}'`,
          ...personTables.map((table) => `select uin, '${table}' from ${table} where uin in ${isGone}`),
          ...orderTables.map(
            (table) =>
              `select uin, '${table}' from ${table} join orders using (order_id) where uin in ${isGone}`,
          ),
        ].join(' union all '),
      )
      return rows.map(({ uin, place }) => `${place} still has data of the deleted account ${uin}`)
    },
  },
  deadLinksAreDead: {
    sentence: 'A revoked link shows nothing two minutes later.',
    when: 'often',
    check: async (world) => {
      const shownTrips = world.travellers.flatMap(({ name, device: { tabs, line } }) =>
        [...tabs].flatMap(({ screen, isOpen, isAsleep }) => {
          const { link } = screen
          if (!isOpen || isAsleep || !line.isOnline || link === undefined) return []
          const { trip } = (screen.actor as TripActor).getSnapshot().context
          return trip ? [{ name, hash: hashLinkToken(link) }] : []
        }),
      )
      if (shownTrips.length === 0) return []
      const living = await world.servers.queryCache.query<{ token_hash: string }>(
        'select token_hash from receiver_links where taken_back_time is null',
      )
      const hashes = new Set(living.map(({ token_hash }) => token_hash))
      const wrongs = shownTrips
        .filter(({ hash }) => !hashes.has(hash))
        .map(({ name, hash }) => ({ key: `${name} ${hash}`, details: `${name} still reads trip ${hash}` }))
      return findLasting(world, 'deadLinksAreDead', wrongs, 2 * minute)
    },
  },
  lateClaimsSaySo: {
    sentence: 'An overdue claim is marked as late.',
    when: 'often',
    check: async ({ servers, time }) => {
      const rows = await servers.queryCache.query<{ order_number: string; due: Date }>(
        `select o.order_number, c.stage, c.complaint, case when stage in ('received', 'askedAgain', 'accepted') and complaint = 'waiting'
            then least(due_time, complaint_due_time)
          when complaint = 'waiting' then complaint_due_time else due_time end as due
        from claims c join orders o using (order_id)
        where stage in ('received', 'askedAgain', 'accepted') and due_time is not null
          or complaint = 'waiting' and complaint_due_time is not null`,
      )
      return rows
        .filter(({ due }) => due.getTime() < time.now - 6 * hour)
        .map((row) => `an overdue claim of ${row.order_number} isn’t marked: ${JSON.stringify(row)}`)
    },
  },
  changesAreSettled: {
    sentence:
      'A change with a higher price takes effect once paid; the difference of a lower price is refunded.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, c.stage, c.difference from order_changes c join orders o using (order_id)
        left join payments p on p.payment_id = c.payment_id
      where c.kind = 'order' and (
        c.stage = 'applied' and c.difference > 0 and p.paid_session_id is null
        or c.stage in ('expired', 'withdrawn', 'superseded') and p.paid_session_id is not null
          and not exists (select 1 from refunds r where r.session_id = p.paid_session_id)
        or c.stage = 'applied' and c.difference < 0 and -c.difference > (select coalesce(sum(r.amount), 0) from refunds r
          where r.order_id = c.order_id and r.claim_id is null and r.create_time >= c.create_time))`,
      'has an unsettled change',
    ),
  },
}
