import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  {
    path: '/payment/checkout/:paymentId',
    page: 'PaymentCheckout',
    titleKey: 'payment.title',
    only: 'members',
  },
  {
    path: '/payment/session-status',
    page: 'PaymentSessionStatus',
    titleKey: 'payment.title',
    only: 'members',
  },
]
