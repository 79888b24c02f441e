import type { App } from '@handsfree/core'
import { notify } from './notify.ts'

/** Milliseconds within which a browser begins a download. */
const patienceMs = 60_000

/** Pages inside other apps, many of which save no files and say nothing of it. */
const otherApp = /MicroMessenger|Alipay|DingTalk|\bQQ\/|Weibo|FBA[NV]|Instagram|\bLine\//

export const isInOtherApp = (): boolean => otherApp.test(navigator.userAgent)

/** Hands a file to the browser to save; inside another app it also says where that is possible. */
export async function saveFile(
  app: App,
  content: string,
  { name, type }: { name: string; type: string },
): Promise<void> {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), patienceMs)
  if (isInOtherApp()) await notify(app, 'file.inBrowser')
}
