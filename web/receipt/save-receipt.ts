import type { App } from '@handsfree/core'
import type { Order } from '@handsfree/core/api'
import { selectProfile } from '@handsfree/core/auth'
import { appIntl } from '../app/app-intl.ts'
import { saveFile } from '../app/save-file.ts'
import { receiptHtml, receiptName } from './receipt.ts'

/** Saves an order's receipt as a file. Rejects when its words do not come. */
export async function saveReceipt(order: Order, app: App): Promise<void> {
  const intl = await appIntl(app)
  const customer = selectProfile(app.auth.getSnapshot())
  const content = receiptHtml(order, { intl, now: app.clock.now(), customer })
  await saveFile(app, content, { name: receiptName(order), type: 'text/html' })
}
