import type { App } from '@handsfree/core'
import { chooseDelivery } from '@handsfree/core/booking'
import type { Site } from '@handsfree/core/contract'
import { formPath } from '../../app/address.ts'
import { navigate } from '../../app/navigate.ts'
import { openFormPlacement } from './follow-placement.ts'

export function deliverTo(app: App, qrId: string, site: Site, options: { replace?: boolean } = {}): void {
  chooseDelivery(openFormPlacement(app, qrId), site)
  navigate(formPath(qrId), options)
}
