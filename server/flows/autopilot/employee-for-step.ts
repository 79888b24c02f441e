import type { OperatorOrder } from '@handsfree/core/contract'
import type { Step } from './steps.ts'

/** The courier whom the autopilot asks. */
export const usualCourier = 'courier-0731'

/** Employee id of the demo's worker at a site. */
export const siteWorker = (siteId: string): string => `site-${siteId}`

/** Employee id of the one who does a step: the back office, the order's courier, or the delivery desk. */
export function employeeForStep(step: Step, { courierId, delivery }: OperatorOrder): string {
  switch (step) {
    case 'pass':
    case 'reject':
    case 'completeRefund':
    case 'assign':
    case 'close':
      return 'operator'
    case 'confirmStorage':
    case 'handOut':
      return siteWorker(delivery.siteId ?? '')
    // A courier who has counted may have declined since.
    case 'countAgain':
      return courierId ?? 'operator'
    default:
      return courierId ?? usualCourier
  }
}
