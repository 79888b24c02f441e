import { failureWords } from '@handsfree/core/i18n'
import {
  createOrderDetail,
  type NextTripDirection,
  selectIsNotThere,
  selectIsReading,
  selectOrder,
  selectReading,
  selectReadProblem,
} from '@handsfree/core/orders'
import { cancel } from './cancel.ts'
import { nextTrip } from './next-trip.ts'
import { isDone, isStep, orderMenu, runStep } from './order-menu.ts'
import { createOrderWriter } from './order-news.ts'
import { askWhile, type Step, titleOf, until } from './step.ts'

/** Calls `tick` every minute of the machines' clock. Returns a stop function. */
function eachMinute({ app }: Step, tick: () => void): () => void {
  const { clock } = app.platform
  const wait = () =>
    clock.setTimeout(() => {
      timer = wait()
      tick()
    }, 60_000)
  let timer = wait()
  return () => clock.clearTimeout(timer)
}

/**
 * Shows an order live until it's done or the traveller goes back. Returns the QR id of a follow-up trip, else null.
 */
export async function follow(step: Step, orderId: string): Promise<string | null> {
  const detail = createOrderDetail(step.app, orderId)
  const tell = createOrderWriter(step)
  const subscription = detail.subscribe(tell)
  detail.start()
  let offer = ''
  const stopTime = eachMinute(step, () => {
    const snapshot = detail.getSnapshot()
    tell(snapshot)
    // The menu depends on the time: refetch, so that it's asked again.
    if (JSON.stringify(orderMenu(step, snapshot)) !== offer)
      selectReading(snapshot)?.send({ type: 'reading.hint' })
  })
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
        return null
      }
      if (isDone(step, snapshot)) return null
      const problem = selectReadProblem(snapshot)
      if (problem) step.tell(failureWords(step.intl, problem))
      const choices = orderMenu(step, snapshot)
      offer = JSON.stringify(choices)
      const action = await askWhile(
        step,
        detail,
        (current) =>
          !isDone(step, current) &&
          !selectIsNotThere(current) &&
          JSON.stringify(orderMenu(step, current)) === offer,
        (signal) => step.choose(titleOf(step, snapshot, order?.orderNumber), choices, { signal }),
      )
      if (action === null) continue
      if (action === 'back') return null
      if (action === 'retry') selectReading(snapshot)?.send({ type: 'reading.retry' })
      else if (action === 'cancel') await cancel(step, detail)
      else if (order && isStep(action)) {
        await runStep(step, order, action)
        selectReading(snapshot)?.send({ type: 'reading.hint' })
        await until(step, detail, (current) => !selectIsReading(current))
      } else if (order) {
        const direction: NextTripDirection = action === 'again' ? 'again' : 'back'
        const qrId = await nextTrip(step, order, direction)
        if (qrId) return qrId
      }
    }
  } finally {
    stopTime()
    subscription.unsubscribe()
    detail.stop()
  }
}
