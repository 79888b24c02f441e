import type { OrderLedgerActor } from '@handsfree/core/bags'
import type { ClaimsActor } from '@handsfree/core/claims'
import type { TripActor } from '@handsfree/core/orders'
import type { Invariant } from './invariants.ts'
import { findLasting } from './lasting.ts'
import { minute } from './time.ts'
import type { OpenTab, World } from './world.types.ts'

/** A page's statement on an order. `about` is the order's number or id. */
type ShownFacts = { about: string; says: string }

type Page = {
  /** Null until the page has loaded. */
  shown(tab: OpenTab): ShownFacts | null
  /** Query for the truth as `about` and `says`. An order without a row must show nothing. */
  truth: string
}

const joinFacts = (...parts: readonly unknown[]) => parts.join(' ')
const joinSorted = (things: readonly string[]) => things.toSorted().join(', ')

const pages: Record<string, Page> = {
  ledger: {
    shown: ({ screen }) => {
      const { ledger } = (screen.actor as OrderLedgerActor).getSnapshot().context
      if (!ledger) return null
      const says = joinSorted(ledger.questions.map(({ questionId, state }) => joinFacts(questionId, state)))
      return { about: ledger.orderId, says }
    },
    truth: `select order_id as about, string_agg(question_id || ' ' || state, ', ' order by question_id collate "C") as says
      from bag_questions group by order_id`,
  },
  claims: {
    shown: ({ screen }) => {
      const { claims } = (screen.actor as ClaimsActor).getSnapshot().context
      if (!claims) return null
      const says = claims.list.map(({ claimId, stage, complaint, paid }) =>
        joinFacts(claimId, stage, complaint, paid.amount),
      )
      return { about: claims.orderNumber, says: joinSorted(says) }
    },
    truth: `select o.order_number as about,
        string_agg(concat_ws(' ', claim_id, stage, complaint, paid), ', ' order by claim_id collate "C") as says
      from claims join orders o using (order_id) group by o.order_id`,
  },
  trip: {
    shown: ({ screen }) => {
      const { trip } = (screen.actor as TripActor).getSnapshot().context
      if (!trip) return null
      const says = joinFacts(trip.pieces, trip.returning ?? 'none', trip.handedTime !== null)
      return { about: trip.orderNumber, says }
    },
    truth: `select order_number as about, concat_ws(' ', pieces, case when closing <> 'open' or warehouse = 'handed' then 'none'
        else case return_state when 'wait' then 'asked' when 'inProgress' then 'moving' when 'completed' then 'there'
        else 'none' end end, (warehouse = 'handed')::text) as says from orders`,
  },
}

type Violation = { key: string; details: string }

type Query = (query: string) => Promise<ShownFacts[]>

async function findViolations(
  { travellers }: World,
  runQuery: Query,
  isLookedAt: (tab: OpenTab) => boolean,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [name, page] of Object.entries(pages)) {
    const open = travellers.flatMap(({ name: who, device: { tabs } }) =>
      [...tabs].flatMap((tab) => {
        const shown = tab.isOpen && tab.screen.name === name && isLookedAt(tab) && page.shown(tab)
        return shown ? [{ who, tab, ...shown }] : []
      }),
    )
    if (open.length === 0) continue
    const truth = new Map((await runQuery(page.truth)).map(({ about, says }) => [about, says]))
    for (const { who, tab, about, says } of open) {
      const is = truth.get(about) ?? ''
      if (says !== is)
        violations.push({
          key: `${who} ${tab.name} ${about} ${is}`,
          details: `${who} sees on ${name} of ${about} “${says}”, it is “${is}”`,
        })
    }
  }
  return violations
}

/** Pages besides the order's own: ledger, claims, receiver's trip. */
export const pageInvariants: Record<string, Invariant> = {
  pagesKeepUp: {
    sentence:
      'A visible page’s data about questions, claims and a recipient’s bags is at most five minutes old.',
    when: 'often',
    check: async (world) => {
      const online = world.travellers.filter(({ device }) => device.line.isOnline)
      const view: World = Object.create(world, { travellers: { value: online } })
      const runQuery: Query = async (query) => world.servers.queryCache.query<ShownFacts>(query)
      const found = await findViolations(view, runQuery, ({ isInSight, isAsleep }) => isInSight && !isAsleep)
      return findLasting(world, 'pagesKeepUp', found, 5 * minute)
    },
  },
  pagesTellTheTruth: {
    sentence: 'Every page about questions, claims and a recipient’s bags is current within a minute.',
    when: 'end',
    check: async (world) => {
      const ask: Query = (query) => world.servers.store.query<ShownFacts>(query)
      return (await findViolations(world, ask, ({ isAsleep }) => !isAsleep)).map(({ details }) => details)
    },
  },
}
