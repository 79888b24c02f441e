import type { Order } from '@handsfree/core/contract'
import { bagsWords, changeWaitingWords, formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import {
  askedWords,
  cancelWords,
  claimCodeWords,
  headlineWords,
  isOrderLate,
  isPickupMissed,
  lateWords,
  nextWords,
  type OrderDetailActor,
  selectIsStale,
  selectLoadedAt,
  selectOrder,
  selectTrace,
  statusWords,
  traceFacts,
  traceTitle,
  usableClaimCode,
} from '@handsfree/core/orders'
import { renderUnicodeCompact } from 'uqr'
import type { SnapshotFrom } from 'xstate'
import { inColumns, type Step } from './step.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

const surcharge = ({ words, intl }: Step, order: Order): string[] => {
  const due = order.surcharge
  if (order.status !== 'pending_surcharge' || due.amount === 0) return []
  return [
    words('surcharge.title', { more: order.pieces - order.agreedPieces }),
    ...inColumns([
      [words('surcharge.agreed'), bagsWords(intl, order.agreedPieces)],
      [words('surcharge.counted'), bagsWords(intl, order.pieces)],
      [words('surcharge.amount'), formatMoney(due, intl)],
    ]),
    words('surcharge.detail'),
    joinParts([words('surcharge.wrong'), order.courier?.phone]),
  ]
}

const claimCode = ({ words }: Step, code: string): string[] => [
  `${words('orderTag.claimCode')}  ${claimCodeWords(code)}`,
  renderUnicodeCompact(code, { border: 2 }),
]

/** Writes updates only: each trace event and the claim code once, every change of the headline, and stale data. */
export function createOrderWriter(step: Step): (snapshot: Snapshot) => void {
  const { intl, tell, app, words } = step
  const shownKeys = new Set<string>()
  let stage: string | null = null
  const once = (key: string, lines: () => string[]) => {
    if (shownKeys.has(key)) return
    shownKeys.add(key)
    const written = lines()
    if (written.length > 0) tell(...written)
  }
  return (snapshot) => {
    const order = selectOrder(snapshot)
    if (!order) return
    const now = app.clock.now()
    const { timeZone, cityName: city } = order
    const trace = selectTrace(snapshot)
    for (const [index, event] of trace.entries()) {
      once(event.traceId, () => {
        const facts = traceFacts(intl, event, trace.slice(0, index), { timeZone, city, now }).map(
          ({ text }) => text,
        )
        const time = formatTime(event.time, { timeZone, now, intl, city })
        return [joinParts([time, traceTitle(intl, event), ...facts])]
      })
    }
    const current = statusWords(intl, order)
    const asked = askedWords(intl, order)
    if (asked)
      once(`${order.countConsent} ${order.openQuestions.join()} ${order.pieces}`, () => [
        asked.title,
        asked.detail,
      ])
    const headline = joinParts([current, headlineWords(intl, order, now)])
    const next = nextWords(intl, order, now)
    if (`${headline} ${next}` !== stage) {
      stage = `${headline} ${next}`
      tell(
        '',
        headline,
        next,
        ...(isPickupMissed(order, now) ? [cancelWords(intl, order, now) ?? ''] : []),
        ...(isOrderLate(order, now) ? [lateWords(intl, order, now) ?? ''] : []),
        ...(order.reviewFailure ? [order.reviewFailure] : []),
        ...surcharge(step, order),
      )
    }
    const waiting = changeWaitingWords(intl, order, now)
    if (waiting) once(waiting, () => [waiting])
    const code = usableClaimCode(order)
    if (code) once(code, () => claimCode(step, code))
    if (selectIsStale(snapshot)) {
      const time = formatTime(selectLoadedAt(snapshot), { timeZone, now, intl, city, inSentence: true })
      once(`stale ${time}`, () => [words('freshness.staleDetail', { time })])
    }
  }
}
