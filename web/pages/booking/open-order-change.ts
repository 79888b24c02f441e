import type { App } from '@handsfree/core'
import { createOrderChange, type OrderChangeActor, selectChangedPath } from '@handsfree/core/orders'
import { navigate } from '../../app/navigate.ts'

/** An order's change; leads on to its payment or its order once it is posted. */
export function openOrderChange(app: App, orderId: string): OrderChangeActor {
  const change = createOrderChange(app, orderId)
  change.subscribe({
    complete: () => {
      const snapshot = change.getSnapshot()
      const path = snapshot.status === 'done' ? selectChangedPath(snapshot) : null
      if (path) navigate(path, { replace: true })
    },
  })
  return change
}
