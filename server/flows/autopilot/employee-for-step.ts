import type { OperatorOrder } from '@handsfree/core/contract'
import type { Step } from './steps.ts'

export const usualCourier = 'courier-0731'

/** Returns the employee id of a demo site's worker. */
export const siteWorker = (siteId: string): string => `site-${siteId}`

/** Returns the id of the employee who performs a step. */
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
    // The courier who counted may have declined since.
    case 'countAgain':
      return courierId ?? 'operator'
    default:
      return courierId ?? usualCourier
  }
}
