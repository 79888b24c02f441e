import { customerViews } from '@handsfree/core/contract'
import { failureText, joinParts } from '@handsfree/core/i18n'
import { createOrderList, statusText } from '@handsfree/core/orders'
import { selectListed, selectListReading } from '@handsfree/core/realtime'
import { type TerminalSession, waitUntil } from './terminal-session.ts'

/** Newest first. Returns null without orders or if the traveller goes back. */
export async function chooseOrder(session: TerminalSession): Promise<string | null> {
  const { text, intl } = session
  const actor = createOrderList(session.app, customerViews.all)
  actor.start()
  try {
    const snapshot = await waitUntil(session, actor, (current) => !current.hasTag('busy'))
    const problem = selectListReading(snapshot)?.getSnapshot().context.problem
    if (problem) {
      session.print(failureText(intl, problem))
      return null
    }
    const list = selectListed(actor)(snapshot)
    if (list.length === 0) {
      session.print(text('orders.empty.all'), text('orders.emptyDetail'))
      return null
    }
    return await session.choose<string | null>(text('orders.title'), [
      ...list.map((order) => ({
        value: order.orderId,
        label: joinParts([
          order.orderNumber,
          statusText(intl, order, session.app.clock.now()),
          order.delivery.name,
        ]),
      })),
      { value: null, label: text('common.back') },
    ])
  } finally {
    actor.stop()
  }
}
