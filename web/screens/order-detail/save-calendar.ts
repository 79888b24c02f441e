import type { App } from '@handsfree/core'
import type { Order } from '@handsfree/core/api'
import { orderCalendar } from '@handsfree/core/calendar'
import { appIntl } from '../../app/app-intl.ts'
import { saveFile } from '../../app/save-file.ts'

/** Saves an order's pickup and delivery as a file that calendars open. Rejects when its words do not come. */
export async function saveCalendar(order: Order, app: App): Promise<void> {
  const intl = await appIntl(app)
  const name = `Handsfree-${order.orderNumber}.ics`
  await saveFile(app, orderCalendar(intl, order, app.clock.now()), { name, type: 'text/calendar' })
}
