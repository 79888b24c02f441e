import { customerViews, type Order } from '@handsfree/core/api'
import { formatMoney, formatTime, joinParts } from '@handsfree/core/format'
import {
  amountDue,
  askedFirst,
  createOrderDetail,
  type OrderDetailActor,
  selectCanCancel,
  selectIsNotThere,
  selectIsReading,
  selectIsStale,
  selectLoadedAt,
  selectOrder,
  selectReading,
  selectReadProblem,
  selectTrace,
  usableClaimCode,
} from '@handsfree/core/order'
import { openPayment } from '@handsfree/core/payment'
import {
  askedWords,
  bagsWords,
  claimCodeWords,
  failureWords,
  headlineWords,
  nextWords,
  statusWords,
  traceFacts,
  traceTitle,
} from '@handsfree/core/words'
import { renderUnicodeCompact } from 'uqr'
import type { SnapshotFrom } from 'xstate'
import { cancel } from './cancel.ts'
import { checkBags } from './check-bags.ts'
import { pay } from './pay.ts'
import { askWhile, inColumns, type Step, until } from './step.ts'

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

/**
 * Writes what is new: every trace event and the claim code once, every change of the status, and that the order is
 * stale.
 */
function createTeller(step: Step): (snapshot: Snapshot) => void {
  const { intl, tell, app, words } = step
  const told = new Set<string>()
  let stage: string | null = null
  const once = (key: string, lines: () => string[]) => {
    if (told.has(key)) return
    told.add(key)
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
        const facts = traceFacts(intl, event, trace.slice(0, index), { timeZone, now }).map(
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
    if (current !== stage) {
      stage = current
      tell(
        '',
        joinParts([current, headlineWords(intl, order, now)]),
        nextWords(intl, order, now),
        ...(order.reviewFailure ? [order.reviewFailure] : []),
        ...surcharge(step, order),
      )
    }
    const code = usableClaimCode(order)
    if (code) once(code, () => claimCode(step, code))
    if (selectIsStale(snapshot)) {
      const time = formatTime(selectLoadedAt(snapshot), { timeZone, now, intl, city, inSentence: true })
      once(`stale ${time}`, () => [words('freshness.staleDetail', { time })])
    }
  }
}

type Action = 'check' | 'pay' | 'cancel' | 'retry' | 'back'

function choicesFor({ words, intl }: Step, snapshot: Snapshot): { value: Action; label: string }[] {
  const order = selectOrder(snapshot)
  const due = order && amountDue(order)
  const payWords = order?.status === 'pending_surcharge' ? 'surcharge.approve' : 'order.pay'
  return [
    ...(order && askedFirst(order) ? [{ value: 'check' as const, label: words('ledger.check') }] : []),
    ...(due && order?.paymentId
      ? [{ value: 'pay' as const, label: words(payWords, { amount: formatMoney(due, intl) }) }]
      : []),
    ...(selectCanCancel(snapshot) ? [{ value: 'cancel' as const, label: words('cancellation.start') }] : []),
    ...(selectReadProblem(snapshot) || selectIsStale(snapshot)
      ? [{ value: 'retry' as const, label: words('common.tryAgain') }]
      : []),
    { value: 'back', label: words('common.back') },
  ]
}

const isOver = (order: Order | null) =>
  order !== null &&
  order.view !== customerViews.ongoing &&
  order.actions.length === 0 &&
  askedFirst(order) === null

async function payFor(step: Step, order: Order): Promise<void> {
  const payment = openPayment(step.app, { kind: 'payment', paymentId: order.paymentId ?? '' })
  payment.start()
  try {
    await pay(step, payment)
  } finally {
    payment.stop()
  }
}

/** Shows an order live until it is over or the traveller goes back: events, what is due, how to cancel. */
export async function follow(step: Step, orderId: string): Promise<void> {
  const detail = createOrderDetail(step.app, orderId)
  const subscription = detail.subscribe(createTeller(step))
  detail.start()
  try {
    for (;;) {
      const snapshot = await until(
        step,
        detail,
        (current) => !selectIsReading(current) || selectOrder(current) !== null,
      )
      const order = selectOrder(snapshot)
      if (selectIsNotThere(snapshot)) {
        step.tell(step.words('order.notThereTitle'), step.words('order.notThereDetail'))
        return
      }
      if (isOver(order)) return
      const problem = selectReadProblem(snapshot)
      if (problem) step.tell(failureWords(step.intl, problem))
      const choices = choicesFor(step, snapshot)
      const offer = choices.map(({ label }) => label).join()
      const action = await askWhile(
        step,
        detail,
        (current) =>
          !isOver(selectOrder(current)) &&
          !selectIsNotThere(current) &&
          choicesFor(step, current)
            .map(({ label }) => label)
            .join() === offer,
        (signal) => step.choose(order?.orderNumber ?? step.words('order.title'), choices, { signal }),
      )
      if (action === 'back') return
      if (action === 'retry') selectReading(snapshot)?.send({ type: 'reading.retry' })
      if (action === 'cancel') await cancel(step, detail)
      if (action === 'check') {
        await checkBags(step, orderId)
        selectReading(snapshot)?.send({ type: 'reading.hint' })
        await until(step, detail, (current) => !selectIsReading(current))
      }
      if (action === 'pay' && order) {
        await payFor(step, order)
        selectReading(snapshot)?.send({ type: 'reading.hint' })
        await until(step, detail, (current) => !selectIsReading(current))
      }
    }
  } finally {
    subscription.unsubscribe()
    detail.stop()
  }
}
