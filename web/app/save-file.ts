import type { App } from '@handsfree/core'
import { notify } from './notify.ts'

/** Maximum time until a browser starts a download, ms. */
const urlLifetimeMs = 60_000

/** In-app browsers; many ignore downloads without an error. */
const inAppBrowser = /MicroMessenger|Alipay|DingTalk|\bQQ\/|Weibo|FBA[NV]|Instagram|\bLine\//

export const isInAppBrowser = (): boolean => inAppBrowser.test(navigator.userAgent)

export async function saveFile(
  app: App,
  content: BlobPart,
  { name, type }: { name: string; type: string },
): Promise<void> {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs)
  if (isInAppBrowser()) await notify(app, 'file.inBrowser')
}
