import { orderCalendar } from '@handsfree/core/calendar'
import type { Order } from '@handsfree/core/contract'
import { saveFile } from './save-file.ts'
import type { Step } from './step.ts'

export async function saveCalendar(step: Step, order: Order): Promise<void> {
  const { app, intl, tell, words } = step
  const name = `Handsfree-${order.orderNumber.replaceAll(/[^\w-]/g, '')}.ics`
  const isSaved = await saveFile(step, name, orderCalendar(intl, order, app.clock.now()))
  if (!isSaved) tell(words('calendar.failed'))
}
