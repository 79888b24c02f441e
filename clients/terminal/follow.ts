import { failureText } from '@handsfree/core/i18n'
import {
  createOrderDetail,
  type NextTripDirection,
  selectIsNotFound,
  selectIsReading,
  selectOrder,
  selectReading,
  selectReadProblem,
} from '@handsfree/core/orders'
import { cancel } from './cancel.ts'
import { startNextTrip } from './next-trip.ts'
import { isDone, isStep, orderMenu, runStep } from './order-menu.ts'
import { createOrderWriter } from './order-writer.ts'
import { askWhile, type TerminalSession, titleOf, waitUntil } from './terminal-session.ts'

/** Calls `tick` every minute of the machines' clock. Returns a stop function. */
function eachMinute({ app }: TerminalSession, tick: () => void): () => void {
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
export async function follow(session: TerminalSession, orderId: string): Promise<string | null> {
  const detail = createOrderDetail(session.app, orderId)
  const printOrder = createOrderWriter(session)
  const subscription = detail.subscribe(printOrder)
  detail.start()
  let shownMenu = ''
  const stopTime = eachMinute(session, () => {
    const snapshot = detail.getSnapshot()
    printOrder(snapshot)
    // The menu depends on the time: refetch, so that it's asked again.
    if (JSON.stringify(orderMenu(session, snapshot)) !== shownMenu)
      selectReading(snapshot)?.send({ type: 'reading.hint' })
  })
  try {
    for (;;) {
      const snapshot = await waitUntil(
        session,
        detail,
        (current) => !selectIsReading(current) || selectOrder(current) !== null,
      )
      const order = selectOrder(snapshot)
      if (selectIsNotFound(snapshot)) {
        session.print(session.text('order.notThereTitle'), session.text('order.notThereDetail'))
        return null
      }
      if (isDone(session, snapshot)) return null
      const problem = selectReadProblem(snapshot)
      if (problem) session.print(failureText(session.intl, problem))
      const choices = orderMenu(session, snapshot)
      shownMenu = JSON.stringify(choices)
      const action = await askWhile(
        session,
        detail,
        (current) =>
          !isDone(session, current) &&
          !selectIsNotFound(current) &&
          JSON.stringify(orderMenu(session, current)) === shownMenu,
        (signal) => session.choose(titleOf(session, snapshot, order?.orderNumber), choices, { signal }),
      )
      if (action === null) continue
      if (action === 'back') return null
      if (action === 'retry') selectReading(snapshot)?.send({ type: 'reading.retry' })
      else if (action === 'cancel') await cancel(session, detail)
      else if (order && isStep(action)) {
        await runStep(session, order, action)
        selectReading(snapshot)?.send({ type: 'reading.hint' })
        await waitUntil(session, detail, (current) => !selectIsReading(current))
      } else if (order) {
        const direction: NextTripDirection = action === 'again' ? 'again' : 'back'
        const qrId = await startNextTrip(session, order, direction)
        if (qrId) return qrId
      }
    }
  } finally {
    stopTime()
    subscription.unsubscribe()
    detail.stop()
  }
}
