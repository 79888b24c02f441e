import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/site/detail/:siteId', page: 'SiteDetail', titleKey: 'siteDetail.title' },
]
