import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  {
    path: '/person/notification',
    page: 'Notifications',
    titleKey: 'notification.title',
    only: 'members',
    isWide: true,
  },
]
