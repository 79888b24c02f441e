import type { TraceEvent } from '@handsfree/core/api'
import { Fragment, type ReactNode } from 'react'
import type { IntlShape } from 'react-intl'
import type { MessageKeyUnder } from '../message-key.ts'
import { bagsWords, sealsWords } from './bag-words.ts'

/** Kinds whose title names the place. */
const placedKinds: readonly TraceEvent['type'][] = [
  'courier_arrived_at_pickup_site',
  'updated',
  'picked_up',
  'courier_arrived_at_delivery_site',
  'warehoused',
  'delivered',
]

/** "Updated" says little: what changed is in the facts. */
function kindOf({ type, facts }: TraceEvent): MessageKeyUnder<'trace'> {
  if (type !== 'updated') return type
  if (facts.piecesIncreased || facts.piecesDecreased) return 'piecesChanged'
  if (facts.courierName) return 'courierAssigned'
  if (facts.place) return 'destinationChanged'
  if (facts.seals) return 'sealChanged'
  return facts.reason ? 'reportSettled' : type
}

/** What happened, in a few words: `trace.<type>`. */
export const traceTitle = (intl: IntlShape, event: TraceEvent): string =>
  intl.formatMessage({ id: `trace.${kindOf(event)}` }, { place: event.facts.place || 'none' })

/**
 * The facts of an event, with a number to call; null without any. The courier is named where they are news:
 * whoever was named last in the events `before` is left out.
 */
export function traceDetail(intl: IntlShape, event: TraceEvent, before: readonly TraceEvent[]): ReactNode {
  const { facts, type } = event
  const known = before.findLast((earlier) => earlier.facts.courierName)?.facts.courierName
  const isKnownCourier = facts.courierName === known
  const changed = Boolean(facts.piecesIncreased || facts.piecesDecreased)
  const count = (id: MessageKeyUnder<'trace'>, value: number | undefined) =>
    value ? intl.formatMessage({ id: `trace.${id}` }, { count: value }) : null
  const parts: ReactNode[] = [
    !placedKinds.includes(type) && facts.place,
    facts.reason,
    count('more', facts.piecesIncreased),
    count('fewer', facts.piecesDecreased),
    facts.pieces &&
      (changed
        ? intl.formatMessage({ id: 'trace.nowPieces' }, { pieces: facts.pieces })
        : bagsWords(intl, facts.pieces)),
    facts.seals && sealsWords(intl, facts.seals),
    !isKnownCourier && facts.courierName,
    !isKnownCourier && facts.courierPhone && <a href={`tel:${facts.courierPhone}`}>{facts.courierPhone}</a>,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return parts.map((part, index) => (
    // Facts have no id; which one is which is their place in the line.
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))
}
