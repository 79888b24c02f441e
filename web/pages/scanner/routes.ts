import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/qr-code/scan', page: 'Scan', titleKey: 'scan.title', isOnDevice: true },
]
