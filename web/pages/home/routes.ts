import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/', page: 'Home', titleKey: 'common.app_title', isWide: true, hasFirstMessages: true },
]
