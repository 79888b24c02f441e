import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/404', page: 'NotFound', titleKey: 'notFound.title' },
  { path: '/about', page: 'About', titleKey: 'about.title' },
  { path: '/accessibility', page: 'Accessibility', titleKey: 'accessibility.title' },
  { path: '/faq', page: 'Faq', titleKey: 'faq.title' },
  { path: '/insurance/city/:regionId', page: 'Insurance', titleKey: 'insurance.title' },
  { path: '/luggage/notice', page: 'LuggageNotice', titleKey: 'luggageNotice.title' },
  { path: '/privacy', page: 'Privacy', titleKey: 'privacy.title' },
  { path: '/service/:serviceId', page: 'Service', titleKey: 'services.title' },
  { path: '/terms', page: 'Terms', titleKey: 'terms.title' },
]
