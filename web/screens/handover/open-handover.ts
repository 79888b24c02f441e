import type { App } from '@handsfree/core'
import { createHandover, type HandoverActor, selectTakenPath } from '@handsfree/core/handover'
import { navigate } from '../../app/navigate.ts'

/** The order behind a link; leads on to it once it is the guest's own. */
export function openHandover(app: App, token: string): HandoverActor {
  const handover = createHandover(app, token)
  handover.subscribe({
    complete: () => {
      const path = selectTakenPath(handover.getSnapshot())
      if (path) navigate(path, { replace: true })
    },
  })
  return handover
}
