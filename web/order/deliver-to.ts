import type { App } from '@handsfree/core'
import type { Site } from '@handsfree/core/api'
import { chooseDelivery, setNextDestination } from '@handsfree/core/order'
import { navigate } from '../app/navigate.ts'
import { formPath, visitForm } from './follow-placement.ts'

/** Continues the draft of `qrId` with a site as its destination; without one asks first where the bags are. */
export function deliverTo(app: App, qrId: string | null, site: Site): void {
  if (qrId === null) {
    setNextDestination(app, site)
    navigate('/start')
    return
  }
  chooseDelivery(visitForm(app, qrId), site)
  navigate(formPath(qrId))
}
