import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
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
