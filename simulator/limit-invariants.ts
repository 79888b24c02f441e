import type { Invariant } from './invariants.ts'
import { expectNoRows } from './order-invariants.ts'

/** Limits and deadlines, with numbers copied from the contract and the promises, not from `core/policy`. */
export const limitInvariants: Record<string, Invariant> = {
  ordersKeepTheirLimits: {
    sentence: 'An order has 1 to 20 bags, at most 9 photos, and a pickup at most 14 days ahead.',
    when: 'often',
    check: expectNoRows(
      `select order_number, pieces, photos, create_time, pickup_time from orders
      where pieces not between 1 and 20 or jsonb_array_length(photos) > 9
        or pickup_time > greatest(create_time, update_time) + interval '15 days' or delivery_time <= pickup_time`,
      'is beyond a limit',
    ),
  },
  openOrdersAreFew: {
    sentence: 'No traveller has more than 30 open orders, or more than 10 from one place.',
    when: 'often',
    check: expectNoRows(
      `select min(order_number) as order_number, count(*)::int as open from orders
      where closing = 'open' group by grouping sets ((uin), (uin, pickup_place ->> 'siteId'))
      having count(*) > case when grouping(pickup_place ->> 'siteId') = 0 then 10 else 30 end`,
      'and others are open',
    ),
  },
  offersKeepTheCover: {
    sentence: 'Offers for the claims of an order, declined ones aside, together stay within its cover.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, offered.amount::int as offered, cover.amount::int as cover from orders o,
        lateral (select coalesce(sum(amount), 0) as amount from claims c
          where c.order_id = o.order_id and c.stage not in ('declined', 'closed')) offered,
        lateral (select coalesce(sum(case when o.declared_value > 0 then least((line ->> 'cover')::int, o.declared_value)
          else (line ->> 'cover')::int end * (line ->> 'pieces')::int), 0) as amount from jsonb_array_elements(o.lines) line) cover
      where offered.amount > cover.amount`,
      'offers more than its cover',
    ),
  },
  claimsPayTheirOffer: {
    sentence:
      'A claim’s refunds and payouts never exceed its accepted offer, and a paid claim has all of it.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, c.stage, c.amount, c.paid, c.paid_out, back.amount::int as refunds from claims c join orders o using (order_id),
        lateral (select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.amount) filter (where r.done_time is not null), 0) as done
          from refunds r where r.claim_id = c.claim_id) back
      where back.amount + c.paid_out > c.amount or back.amount > 0 and c.stage not in ('accepted', 'acceptedLate', 'paid')
        or c.paid <> back.done + c.paid_out and c.paid_out + back.amount > 0 or c.stage = 'paid' and c.paid < c.amount`,
      'has a claim with other payments than its offer',
    ),
  },
  claimsHaveTheirHours: {
    sentence: 'We start on a claim within 24 hours, answer a complaint within 48 and pay an offer within 72.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, c.stage, c.complaint, c.create_time, c.due_time, c.complaint_due_time from claims c
        join orders o using (order_id),
        lateral (select max(time) filter (where type = 'accepted') as accepted, max(time) filter (where type = 'complained') as complained
          from claim_history h where h.claim_id = c.claim_id) said
      where c.stage = 'received' and c.due_time is distinct from c.create_time + interval '24 hours'
        or c.stage = 'accepted' and c.due_time > said.accepted + interval '72 hours'
        or c.complaint = 'waiting' and c.complaint_due_time > said.complained + interval '48 hours'`,
      'has a claim with another deadline',
    ),
  },
  latenessIsPaidOnce: {
    sentence: 'A delay refunds at most 20% of the price, once.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, o.late_refund, o.total, back.amount::int as refunds from orders o,
        lateral (select coalesce(sum(r.amount), 0) as amount from refunds r where r.order_id = o.order_id and r.reason = 'late') back
      where coalesce(o.late_refund, 0) <> back.amount or back.amount > ceil(greatest(o.total, o.amount_paid) * 0.2)`,
      'has another refund for its delay',
    ),
  },
  droppedBillsKeepNothing: {
    sentence: 'Money for a bill that no longer counted goes back in full.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, p.payment_id, p.amount, back.amount::int as refunds from payments p join orders o using (order_id),
        lateral (select coalesce(sum(r.amount), 0) as amount from refunds r where r.session_id = p.paid_session_id) back
      where p.dropped_time is not null and p.paid_session_id is not null and back.amount <> p.amount`,
      'keeps money of a dropped bill',
    ),
  },
  moneyHasItsPapers: {
    sentence: 'Every payment has one receipt number, and every refund that arrived has a credit note.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, s.session_id as id from payment_sessions s join payments p using (payment_id) join orders o using (order_id)
        where s.state = 'paid' and s.receipt_number is null
      union all select o.order_number, r.refund_id from refunds r join orders o using (order_id)
        where r.done_time is not null and r.credit_note_number is null`,
      'has money without a number',
    ),
  },
  stagesAreToldOnce: {
    sentence: 'A traveller is notified once that the bags are picked up, on the way and handed over.',
    when: 'often',
    check: expectNoRows(
      `select o.order_number, type, told::int as told from orders o join users u using (uin)
        cross join (values (3), (4), (6)) as stage (type),
        lateral (select count(*) as told from notifications n where n.uin = o.uin and n.type = stage.type
          and n.content ->> 'orderId' = o.order_id) counted
      where u.delete_time is null and o.update_time > o.create_time and (told > 1 or told = 0 and case type
        when 3 then o.pickup = 'pickuped' when 4 then o.transport <> 'none' and o.return_state = 'none' and o.cancel_time is null
        else o.warehouse = 'handed' and o.return_state = 'none' and o.cancel_time is null end)`,
      'is told of a stage more or less than once',
    ),
  },
}
