import type { App } from '@handsfree/core'
import { type PushActor, startPush } from '@handsfree/core/notifications'
import { navigate } from '../../app/navigate.ts'
import { createDevicePush } from '../../app/platform/push.ts'
import { workerAddress } from '../../app/register-service-worker.ts'

export type PushAudience = 'traveller' | 'employee'

const actors = new WeakMap<App, PushActor>()

/** The notices on this device. The first call connects them with the page. */
export function openPush(app: App, audience: PushAudience): PushActor {
  const open = actors.get(app)
  if (open) return open
  const device = createDevicePush(workerAddress(audience === 'employee' ? 'crew' : 'travellers'))
  const actor = startPush(app, device, audience)
  actors.set(app, actor)
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }) => {
    if (data?.type !== 'open') return
    port?.postMessage('opened')
    navigate(data.path)
  })
  const closeNoticesOfOrder = () => {
    const orderId = orderIdAt(location.pathname)
    if (orderId) device.closeNotices(({ tag }) => tag.startsWith(`order-${orderId}-`)).catch(() => undefined)
  }
  for (const type of ['pushState', 'replaceState', 'popstate'])
    window.addEventListener(type, closeNoticesOfOrder)
  app.platform.onReturn(closeNoticesOfOrder)
  closeNoticesOfOrder()
  return actor
}

const orderIdAt = (path: string): string | undefined =>
  /^\/(?:crew\/orders|order\/(?!create\/)\w+)\/([^/]+)/.exec(path)?.[1]
