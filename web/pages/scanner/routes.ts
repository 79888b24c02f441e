import type { RouteFacts } from '../../app/route-facts.ts'

export const routes: readonly RouteFacts[] = [
  { path: '/qr-code/scan', page: 'Scan', titleKey: 'scan.title', isOnDevice: true },
]
