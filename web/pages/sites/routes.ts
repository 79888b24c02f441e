import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  { path: '/site/detail/:siteId', page: 'SiteDetail', titleKey: 'siteDetail.title' },
]
