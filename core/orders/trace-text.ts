import type { TraceEvent } from '../contract/order.ts'
import { bagsText, sealsText } from '../i18n/bags.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { MessageKeyUnder } from '../i18n/message-key.ts'
import { formatMoney } from '../i18n/money.ts'
import { formatPersonName } from '../i18n/person-name.ts'
import { reportText } from '../i18n/report.ts'
import { formatTime } from '../i18n/time.ts'

const typesAtPlace: readonly TraceEvent['type'][] = [
  'courier_arrived_at_pickup_site',
  'updated',
  'picked_up',
  'courier_arrived_at_delivery_site',
  'warehoused',
  'delivered',
]

const returnKinds = {
  refused: 'return.refused',
  notCollected: 'return.notCollected',
  cancelled: 'cancelled',
  chosen: 'return.chosen',
  started: 'return.started',
  completed: 'return.completed',
} as const

/** Splits `updated` by its facts. */
function kindOf({ type, facts }: TraceEvent): MessageKeyUnder<'trace'> {
  if (facts.noted === 'damage') return 'damageNoted'
  if (type !== 'updated') return type
  if (facts.claim) return 'claim'
  if (facts.isHandedInPart) return 'handedInPart'
  if (facts.isUndelivered) return 'closedUndelivered'
  if (facts.cancelledBy) return 'cancelled'
  if (facts.piecesIncreased || facts.piecesDecreased) return 'piecesChanged'
  if (facts.courierName) return 'courierAssigned'
  if (facts.returning) return returnKinds[facts.returning]
  if (facts.place) return 'destinationChanged'
  if (facts.before) return 'changedByYou'
  if (facts.seals) return 'sealChanged'
  if (facts.lateMinutes) return 'deliveredLate'
  if (facts.refund) return 'partlyRefunded'
  return facts.reason ? 'reportSettled' : type
}

/** Title of a trace event: `trace.<type>`. */
export const traceTitle = (intl: Formatter, event: TraceEvent): string =>
  intl.formatMessage(
    { id: `trace.${kindOf(event)}` },
    {
      place: event.facts.place || 'none',
      by: event.facts.cancelledBy ?? 'none',
      stage: event.facts.claim ?? 'none',
    },
  )

/** `phone` marks a phone number. */
export type TraceDetail = { text: string; phone: boolean }

type Zone = { timeZone: string; city?: string; now: number }

/** One text per previous value. Times are skipped without a zone. */
function formerTexts(intl: Formatter, { facts }: TraceEvent, zone: Zone | undefined): string[] {
  const { pieces, pickupTime, deliveryTime, ...texts } = facts.before ?? {}
  const time = (instant: string | undefined) =>
    instant && zone && formatTime(instant, { ...zone, intl, inSentence: true })
  const values = {
    pickupTime: time(pickupTime),
    deliveryTime: time(deliveryTime),
    pieces: pieces && bagsText(intl, pieces),
    ...texts,
  }
  return Object.entries(values).flatMap(([what, value]) =>
    value ? intl.formatMessage({ id: 'trace.before' }, { what, value }) : [],
  )
}

/**
 * Facts of a trace event in reading order. Omits the courier if the latest courier named in `before` is the same.
 * Without `zone`, previous times are omitted.
 */
export function traceDetails(
  intl: Formatter,
  event: TraceEvent,
  before: readonly TraceEvent[],
  zone?: Zone,
): TraceDetail[] {
  const { facts, type } = event
  const lastCourierName = before.findLast((earlier) => earlier.facts.courierName)?.facts.courierName
  const isKnownCourier = facts.courierName === lastCourierName
  const isCountChanged = Boolean(facts.piecesIncreased || facts.piecesDecreased)
  const count = (id: MessageKeyUnder<'trace'>, value: number | undefined) =>
    value ? intl.formatMessage({ id: `trace.${id}` }, { count: value }) : null
  const texts = [
    !typesAtPlace.includes(type) && facts.place,
    facts.report && reportText(intl, facts.report),
    facts.reason,
    count('lateMinutes', facts.lateMinutes),
    facts.refund && intl.formatMessage({ id: 'trace.refund' }, { amount: formatMoney(facts.refund, intl) }),
    count('more', facts.piecesIncreased),
    count('fewer', facts.piecesDecreased),
    facts.pieces &&
      (isCountChanged
        ? intl.formatMessage({ id: 'trace.nowPieces' }, { pieces: facts.pieces })
        : bagsText(intl, facts.pieces)),
    facts.seals && sealsText(intl, facts.seals),
    !isKnownCourier && facts.courierName && formatPersonName(facts.courierName, intl),
    ...formerTexts(intl, event, zone),
  ]
  return [
    ...texts.flatMap((text) => (text ? [{ text, phone: false }] : [])),
    ...(!isKnownCourier && facts.courierPhone ? [{ text: facts.courierPhone, phone: true }] : []),
  ]
}
