import type { OperatorOrder } from '@handsfree/core/contract'
import type { Step } from './steps.ts'

export const usualCourier = 'courier-0731'

export const siteWorker = (siteId: string): string => `site-${siteId}`

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
    // If the courier who counted has declined the order since, an operator counts.
    case 'countAgain':
      return courierId ?? 'operator'
    default:
      return courierId ?? usualCourier
  }
}
