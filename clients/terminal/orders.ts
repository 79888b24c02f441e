import { customerViews } from '@handsfree/core/contract'
import { failureWords, joinParts } from '@handsfree/core/i18n'
import { createOrderList, statusWords } from '@handsfree/core/orders'
import { selectListed, selectListReading } from '@handsfree/core/realtime'
import { type Step, until } from './step.ts'

/** Newest first. Returns null without orders or if the traveller goes back. */
export async function chooseOrder(step: Step): Promise<string | null> {
  const { words, intl } = step
  const actor = createOrderList(step.app, customerViews.all)
  actor.start()
  try {
    const snapshot = await until(step, actor, (current) => !current.hasTag('busy'))
    const problem = selectListReading(snapshot)?.getSnapshot().context.problem
    if (problem) {
      step.tell(failureWords(intl, problem))
      return null
    }
    const list = selectListed(actor)(snapshot)
    if (list.length === 0) {
      step.tell(words('orders.empty.all'), words('orders.emptyDetail'))
      return null
    }
    return await step.choose<string | null>(words('orders.title'), [
      ...list.map((order) => ({
        value: order.orderId,
        label: joinParts([order.orderNumber, statusWords(intl, order), order.delivery.name]),
      })),
      { value: null, label: words('common.back') },
    ])
  } finally {
    actor.stop()
  }
}
