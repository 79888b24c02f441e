import type { EmployeeRole } from '@handsfree/core/contract'
import type { RouteConfig } from '../app/route-config.ts'
import { officePages } from './office-pages.ts'

export type CrewRouteConfig = RouteConfig & {
  /** The only role with this page. Others see `Lost`. */
  role?: EmployeeRole
}

/** The employees' pages. `page` is `<page>.page.tsx` below this folder. Other addresses show `Lost`. */
export const crewRoutes: readonly CrewRouteConfig[] = [
  { path: '/crew/invitation/:token', page: 'Invitation', titleKey: 'crewInvitation.title', isSecret: true },
  { path: '/crew', page: 'Home', titleKey: 'crewHome.title', only: 'members' },
  { path: '/crew/shift', page: 'Shift', titleKey: 'crewShift.title', only: 'members' },
  { path: '/crew/shifts', page: 'Team', titleKey: 'crewTeam.title', only: 'members' },
  { path: '/crew/board', page: 'Board', titleKey: 'crewBoard.title', only: 'members', role: 'operator' },
  { path: '/crew/orders/:orderId', page: 'Order', titleKey: 'crewOrder.title', only: 'members' },
  {
    path: '/crew/orders/:orderId/change',
    page: 'Change',
    titleKey: 'crewChange.title',
    only: 'members',
    role: 'operator',
  },
  { path: '/crew/sites/:siteId/today', page: 'SiteDay', titleKey: 'crewSiteDay.title', only: 'members' },
  { path: '/crew/outbox', page: 'Outbox', titleKey: 'crewOutbox.title', only: 'members' },
  { path: '/crew/prepare', page: 'Prepare', titleKey: 'crewPrepare.title', only: 'members' },
  { path: '/crew/prepared/:preparedId', page: 'Prepared', titleKey: 'crewPrepared.title', only: 'members' },
  { path: '/crew/notices', page: 'Notices', titleKey: 'crewNotices.title', only: 'members' },
  { path: '/crew/account', page: 'Account', titleKey: 'crewAccount.title', only: 'members' },
  ...officePages.map(
    ({ path, page, titleKey }): CrewRouteConfig => ({
      path,
      page: `office/${page}`,
      titleKey,
      only: 'members',
      role: 'operator',
    }),
  ),
]

/** Shown instead of every page on a shared tablet until someone unlocks it. */
export const lockPage: RouteConfig = { path: '/crew/lock', page: 'Lock', titleKey: 'crewTablet.title' }

/** Shown instead of `members` pages to signed-out employees. */
export const signInPage: RouteConfig = {
  path: '/crew/sign-in',
  page: 'SignIn',
  titleKey: 'crewSignIn.title',
  only: 'visitors',
}
