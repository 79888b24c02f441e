import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  { path: '/order/ledger/:orderId', page: 'OrderLedger', titleKey: 'order.title', only: 'members' },
]
