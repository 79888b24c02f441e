import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  {
    path: '/person/notification',
    page: 'Notifications',
    titleKey: 'notification.title',
    only: 'members',
    isKept: true,
  },
]
