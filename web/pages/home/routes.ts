import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  { path: '/', page: 'Home', titleKey: 'common.app_title', isWide: true, hasFirstMessages: true },
]
