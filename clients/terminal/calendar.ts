import { orderCalendar } from '@handsfree/core/calendar'
import type { Order } from '@handsfree/core/contract'
import { saveFile } from './save-file.ts'
import type { TerminalSession } from './terminal-session.ts'

export async function saveCalendar(session: TerminalSession, order: Order): Promise<void> {
  const { app, intl, print, text } = session
  const name = `${text('common.app_title')}-${order.orderNumber.replaceAll(/[^\w-]/g, '')}.ics`
  const isSaved = await saveFile(session, name, orderCalendar(intl, order, app.clock.now()))
  if (!isSaved) print(text('calendar.failed'))
}
