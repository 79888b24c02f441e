import { selectIsSignedIn, selectNeedsProfile } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { Redirect, Route, Router, Switch, useRouter, useSearch } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { Loading, Page, Skeleton, TopBar } from '../ui/index.ts'
import { nextPath, signInPath, withNext } from './address.ts'
import { Footer } from './Footer.tsx'
import type { LazyScreen } from './lazy-screen.ts'
import { RouteBoundary } from './RouteBoundary.tsx'
import { RouteEffects, useFirstEntry, useRouteTitle } from './RouteEffects.tsx'
import type { RouteConfig } from './route-config.ts'
import { useApp } from './useApp.ts'
import { useAppLocation } from './useAppLocation.ts'
import { WrongClock } from './WrongClock.tsx'

/** A changed query remounts the content, a changed hash doesn't (spec section 2). */
function useFullPath() {
  const { ssrPath, ssrSearch = '' } = useRouter()
  const here = () => location.pathname + location.search
  return useLocationProperty(here, ssrPath === undefined ? here : () => ssrPath + ssrSearch)
}

/** Keeps the `?`, like `location.search`. A mismatch would make React hydrate in one long task. */
const toSsrProps = (path: string) => {
  const [ssrPath, query] = path.split('?')
  return { ssrPath, ssrSearch: query ? `?${query}` : '' }
}

export type AppRoute = RouteConfig & { screen: LazyScreen }

export type AppRouterProps = {
  routes: readonly AppRoute[]
  header: ReactNode
  children: ReactNode
  /** The page's path on the server and during hydration, where it includes the query. */
  path?: string | undefined
  isSkeleton?: boolean
  onShown?: (() => void) | undefined
}

export function AppRouter({ routes, header, children, path, isSkeleton, onShown }: AppRouterProps) {
  useFirstEntry()
  return (
    <Router hook={useAppLocation} {...(path !== undefined && toSsrProps(path))}>
      <WrongClock />
      {header}
      <Switch>
        {routes.map((route) => (
          <Route path={route.path} key={route.path}>
            {isSkeleton ? <RouteSkeleton route={route} /> : <RouteContent route={route} onShown={onShown} />}
          </Route>
        ))}
        <Route>
          <Redirect to="/404" replace />
        </Route>
      </Switch>
      <Footer />
      {children}
    </Router>
  )
}

/**
 * Redirect target of a restricted route. `undecided` while the profile is being fetched, and after a sign-out on the
 * page.
 */
function useRedirect({ only }: AppRoute, fullPath: string) {
  const { auth } = useApp()
  const search = useSearch()
  const isSignedIn = useSelector(auth, selectIsSignedIn)
  const needsProfile = useSelector(auth, selectNeedsProfile)
  const isFetchingProfile = useSelector(auth, (snapshot) =>
    snapshot.matches({ signedIn: { profile: 'fetching' } }),
  )
  // After a sign-out on the page, `followAuth` redirects.
  const [wasSignedIn] = useState(isSignedIn)
  if (only === 'members' && !isSignedIn) return wasSignedIn ? 'undecided' : signInPath(fullPath)
  if (only !== 'visitors' || !isSignedIn) return null
  if (isFetchingProfile) return 'undecided'
  return needsProfile ? withNext('/person/profile/init', search) : nextPath(search)
}

function RouteContent({ route, onShown }: Pick<AppRouterProps, 'onShown'> & { route: AppRoute }) {
  const fullPath = useFullPath()
  const detour = useRedirect(route, fullPath)
  useRouteTitle(route.titleKey, fullPath)
  const skeleton = <RouteSkeleton route={route} />
  if (detour === 'undecided') return skeleton
  if (detour) {
    return (
      <>
        <Redirect to={detour} replace key={detour} />
        {skeleton}
      </>
    )
  }
  const { screen: Screen } = route
  return (
    <RouteBoundary key={fullPath}>
      <Suspense fallback={skeleton}>
        <Screen />
        <RouteEffects titleKey={route.titleKey} onShown={onShown} />
      </Suspense>
    </RouteBoundary>
  )
}

function RouteSkeleton({ route }: { route: AppRoute }) {
  const intl = useIntl()
  return (
    <Page wide={route.isWide === true} bar={<TopBar />}>
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton width="62%" height="34px" />
        <Skeleton shape="block" height="180px" />
        <Skeleton shape="block" />
      </Loading>
    </Page>
  )
}
