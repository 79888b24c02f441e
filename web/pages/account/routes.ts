import type { RouteConfig } from '../../app/route-config.ts'

export const routes: readonly RouteConfig[] = [
  { path: '/person/account', page: 'MyAccount', titleKey: 'myAccount.title', only: 'members' },
  { path: '/person/profile/edit', page: 'ProfileEdit', titleKey: 'profile.title', only: 'members' },
  { path: '/person/profile/init', page: 'ProfileInit', titleKey: 'profileInit.title', only: 'members' },
  { path: '/person/saved', page: 'Saved', titleKey: 'saved.title', only: 'members', isWide: true },
]
