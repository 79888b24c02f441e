import type { Order } from '@handsfree/core/contract'
import { bagsText, formatMoney, formatTime, joinParts, pendingChangeText } from '@handsfree/core/i18n'
import {
  cancelText,
  headlineText,
  isOrderLate,
  isPickupMissed,
  lateDeliveryText,
  nextStepText,
  type OrderDetailActor,
  openQuestionText,
  selectIsStale,
  selectLoadedAt,
  selectOrder,
  selectTrace,
  splitClaimCode,
  statusText,
  traceDetails,
  traceTitle,
  usableClaimCode,
} from '@handsfree/core/orders'
import { renderUnicodeCompact } from 'uqr'
import type { SnapshotFrom } from 'xstate'
import { inColumns, type TerminalSession } from './terminal-session.ts'

type Snapshot = SnapshotFrom<OrderDetailActor>

const surcharge = ({ text, intl }: TerminalSession, order: Order): string[] => {
  const due = order.surcharge
  if (order.status !== 'pending_surcharge' || due.amount === 0) return []
  return [
    text('surcharge.title', { more: order.pieces - order.agreedPieces }),
    ...inColumns([
      [text('surcharge.agreed'), bagsText(intl, order.agreedPieces)],
      [text('surcharge.counted'), bagsText(intl, order.pieces)],
      [text('surcharge.amount'), formatMoney(due, intl)],
    ]),
    text('surcharge.detail'),
    joinParts([text('surcharge.wrong'), order.courier?.phone]),
  ]
}

const claimCode = ({ text }: TerminalSession, code: string): string[] => [
  `${text('orderTag.claimCode')}  ${splitClaimCode(code)}`,
  renderUnicodeCompact(code, { border: 2 }),
]

/** Writes updates only: each trace event and the claim code once, every change of the headline, and stale data. */
export function createOrderWriter(session: TerminalSession): (snapshot: Snapshot) => void {
  const { intl, print, app, text } = session
  const shownKeys = new Set<string>()
  let stage: string | null = null
  const printOnce = (key: string, lines: () => string[]) => {
    if (shownKeys.has(key)) return
    shownKeys.add(key)
    const written = lines()
    if (written.length > 0) print(...written)
  }
  return (snapshot) => {
    const order = selectOrder(snapshot)
    if (!order) return
    const now = app.clock.now()
    const { timeZone, cityName: city } = order
    const trace = selectTrace(snapshot)
    for (const [index, event] of trace.entries()) {
      printOnce(event.traceId, () => {
        const facts = traceDetails(intl, event, trace.slice(0, index), { timeZone, city, now }).map(
          ({ text }) => text,
        )
        const time = formatTime(event.time, { timeZone, now, intl, city })
        return [joinParts([time, traceTitle(intl, event), ...facts])]
      })
    }
    const current = statusText(intl, order, now)
    const asked = openQuestionText(intl, order)
    if (asked)
      printOnce(`${order.countConsent} ${order.openQuestions.join()} ${order.pieces}`, () => [
        asked.title,
        asked.detail,
      ])
    const headline = joinParts([current, headlineText(intl, order, now)])
    const next = nextStepText(intl, order, now)
    if (`${headline} ${next}` !== stage) {
      stage = `${headline} ${next}`
      print(
        '',
        headline,
        next,
        ...(isPickupMissed(order, now) ? [cancelText(intl, order, now) ?? ''] : []),
        ...(isOrderLate(order, now) ? [lateDeliveryText(intl, order, now) ?? ''] : []),
        ...(order.reviewFailure ? [order.reviewFailure] : []),
        ...surcharge(session, order),
      )
    }
    const waiting = pendingChangeText(intl, order, now)
    if (waiting) printOnce(waiting, () => [waiting])
    const code = usableClaimCode(order)
    if (code) printOnce(code, () => claimCode(session, code))
    if (selectIsStale(snapshot)) {
      const time = formatTime(selectLoadedAt(snapshot), { timeZone, now, intl, city, inSentence: true })
      printOnce(`stale ${time}`, () => [text('freshness.staleDetail', { time })])
    }
  }
}
