import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/order/card/:orderId', page: 'OrderCard', titleKey: 'card.title', only: 'members' },
  {
    path: '/order/category',
    page: 'OrderCategory',
    titleKey: 'orders.title',
    only: 'members',
    isWide: true,
    isKept: true,
  },
  {
    path: '/order/detail/:orderId',
    page: 'OrderDetail',
    titleKey: 'order.title',
    only: 'members',
    isWide: true,
    isKept: true,
  },
  { path: '/order/invoice/:orderId', page: 'OrderInvoice', titleKey: 'order.title', only: 'members' },
  { path: '/order/return/:orderId', page: 'OrderReturn', titleKey: 'order.title', only: 'members' },
  { path: '/service/record', page: 'ServiceRecord', titleKey: 'record.title', only: 'members', isWide: true },
  { path: '/trip/:token', page: 'Trip', titleKey: 'trip.title', isSecret: true },
]
