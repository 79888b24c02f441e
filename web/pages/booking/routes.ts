import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/handover/:token', page: 'Handover', titleKey: 'order.title', isSecret: true },
  { path: '/order/change/:orderId', page: 'OrderChange', titleKey: 'orderChange.title', only: 'members' },
  {
    path: '/order/confirm',
    page: 'OrderConfirm',
    titleKey: 'orderConfirm.title',
    only: 'members',
    isWide: true,
  },
  { path: '/order/create/:qrId', page: 'OrderCreate', titleKey: 'orderForm.title', isWide: true },
  { path: '/start', page: 'Start', titleKey: 'start.title' },
]
