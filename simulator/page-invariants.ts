import type { OrderLedgerActor } from '@handsfree/core/bags'
import type { ClaimsActor } from '@handsfree/core/claims'
import type { TripActor } from '@handsfree/core/orders'
import type { Invariant } from './invariants.ts'
import { lasting } from './lasting.ts'
import { minute } from './time.ts'
import type { OpenTab, World } from './world.types.ts'

/** A page's statement on an order. `about` is the order's number or id. */
type Shown = { about: string; says: string }

type Page = {
  /** Null until it is read. */
  shown(tab: OpenTab): Shown | null
  /** Query for the truth as `about` and `says`. Orders without a row must not be shown. */
  truth: string
}

const told = (...parts: readonly unknown[]) => parts.join(' ')
const listed = (things: readonly string[]) => things.toSorted().join(', ')

const pages: Record<string, Page> = {
  ledger: {
    shown: ({ screen }) => {
      const { ledger } = (screen.actor as OrderLedgerActor).getSnapshot().context
      if (!ledger) return null
      const says = listed(ledger.questions.map(({ questionId, state }) => told(questionId, state)))
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
        told(claimId, stage, complaint, paid.amount),
      )
      return { about: claims.orderNumber, says: listed(says) }
    },
    truth: `select o.order_number as about,
        string_agg(concat_ws(' ', claim_id, stage, complaint, paid), ', ' order by claim_id collate "C") as says
      from claims join orders o using (order_id) group by o.order_id`,
  },
  trip: {
    shown: ({ screen }) => {
      const { trip } = (screen.actor as TripActor).getSnapshot().context
      if (!trip) return null
      const says = told(trip.pieces, trip.returning ?? 'none', trip.handedTime !== null)
      return { about: trip.orderNumber, says }
    },
    truth: `select order_number as about, concat_ws(' ', pieces, case when closing <> 'open' or warehouse = 'handed' then 'none'
        else case return_state when 'wait' then 'asked' when 'inProgress' then 'moving' when 'completed' then 'there'
        else 'none' end end, (warehouse = 'handed')::text) as says from orders`,
  },
}

type Wrong = { key: string; details: string }

type Ask = (query: string) => Promise<Shown[]>

async function wrongs(
  { travellers }: World,
  ask: Ask,
  isLookedAt: (tab: OpenTab) => boolean,
): Promise<Wrong[]> {
  const found: Wrong[] = []
  for (const [name, page] of Object.entries(pages)) {
    const open = travellers.flatMap(({ name: who, device: { tabs } }) =>
      [...tabs].flatMap((tab) => {
        const shown = tab.isOpen && tab.screen.name === name && isLookedAt(tab) && page.shown(tab)
        return shown ? [{ who, tab, ...shown }] : []
      }),
    )
    if (open.length === 0) continue
    const truth = new Map((await ask(page.truth)).map(({ about, says }) => [about, says]))
    for (const { who, tab, about, says } of open) {
      const is = truth.get(about) ?? ''
      if (says !== is)
        found.push({
          key: `${who} ${tab.name} ${about} ${is}`,
          details: `${who} sees on ${name} of ${about} “${says}”, it is “${is}”`,
        })
    }
  }
  return found
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
      const ask: Ask = async (query) => world.servers.looks.ask<Shown>(query)
      const found = await wrongs(view, ask, ({ isInSight, isAsleep }) => isInSight && !isAsleep)
      return lasting(world, 'pagesKeepUp', found, 5 * minute)
    },
  },
  pagesTellTheTruth: {
    sentence: 'Every page about questions, claims and a recipient’s bags is current within a minute.',
    when: 'end',
    check: async (world) => {
      const ask: Ask = (query) => world.servers.store.query<Shown>(query)
      return (await wrongs(world, ask, ({ isAsleep }) => !isAsleep)).map(({ details }) => details)
    },
  },
}
