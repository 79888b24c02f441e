import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/order/ledger/:orderId', page: 'OrderLedger', titleKey: 'order.title', only: 'members' },
]
