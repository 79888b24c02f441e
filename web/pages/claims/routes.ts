import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/feedback', page: 'Feedback', titleKey: 'feedback.title', only: 'members' },
  { path: '/order/claims/:orderId', page: 'Claims', titleKey: 'order.title', only: 'members', isWide: true },
]
