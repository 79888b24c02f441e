import { selectIsSignedIn } from '@handsfree/core/auth'
import type { EmployeeRole } from '@handsfree/core/contract'
import { selectIsTabletLocked, selectMember } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Route, Router, Switch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { type LazyScreen, lazyScreen, type ScreenLoader } from '../app/lazy-screen.ts'
import { RouteBoundary } from '../app/RouteBoundary.tsx'
import { RouteEffects, useFirstEntry } from '../app/RouteEffects.tsx'
import { useApp } from '../app/useApp.ts'
import { useAppLocation } from '../app/useAppLocation.ts'
import { Button, EmptyState, Loading, Page, Skeleton, TopBar } from '../ui/index.ts'
import { useCrewApp } from './crew-app.ts'
import { DeskFrame } from './Desk.tsx'
import { MemberProvider, useMember } from './member.ts'
import { type CrewRouteConfig, crewRoutes, lockPage, signInPage } from './routes.ts'

type CrewRoute = Pick<CrewRouteConfig, 'path' | 'titleKey' | 'role'> & { screen: LazyScreen }

const pages = import.meta.glob<Awaited<ReturnType<ScreenLoader<object>>>>('./**/*.page.tsx')

function screenOf(page: string): LazyScreen {
  const load = pages[`./${page}.page.tsx`]
  if (!load) throw new Error(`web/crew/${page}.page.tsx is missing`)
  return lazyScreen(load)
}

const toRoute = ({ path, page, titleKey, role }: CrewRouteConfig): CrewRoute => ({
  path,
  titleKey,
  ...(role && { role }),
  screen: screenOf(page),
})

const signIn = toRoute(signInPage)
const lock = toRoute(lockPage)
const publicRoutes = crewRoutes.filter(({ only }) => only === undefined).map(toRoute)
const memberRoutes = crewRoutes.filter(({ only }) => only === 'members').map(toRoute)
const lost: Omit<CrewRoute, 'path' | 'role'> = { titleKey: 'crewLost.title', screen: screenOf('Lost') }

/** Loads the code of an address's page, which would otherwise wait for the messages. */
export async function preloadPage(path: string, isSignedIn: boolean): Promise<void> {
  const routes = isSignedIn ? [...publicRoutes, ...memberRoutes] : publicRoutes
  const segments = path.split('/')
  const route = routes.find((one) => {
    const own = one.path.split('/')
    return own.length === segments.length && own.every((name, at) => name[0] === ':' || name === segments[at])
  })
  await (route ?? (isSignedIn ? lost : signIn)).screen.preload()
}

/** Signed-out employees sign in at any address, and then see its page. */
export function CrewRouter() {
  const { auth, tablet } = useCrewApp()
  const isLocked = useSelector(tablet, selectIsTabletLocked)
  const isSignedIn = useSelector(auth, selectIsSignedIn)
  useFirstEntry()
  if (isLocked) {
    return (
      <Router hook={useAppLocation}>
        <CrewScreen {...lock} />
      </Router>
    )
  }
  return (
    <Router hook={useAppLocation}>
      <DeskFrame>
        <Switch>
          {publicRoutes.map(({ path, ...page }) => (
            <Route path={path} key={path}>
              <CrewScreen {...page} />
            </Route>
          ))}
          {isSignedIn &&
            memberRoutes.map(({ path, role, ...page }) => (
              <Route path={path} key={path}>
                <WithMember>
                  <OnlyRole role={role}>
                    <CrewScreen {...page} />
                  </OnlyRole>
                </WithMember>
              </Route>
            ))}
          <Route>
            <CrewScreen {...(isSignedIn ? lost : signIn)} />
          </Route>
        </Switch>
      </DeskFrame>
    </Router>
  )
}

/** Waits for the employee, who is only read again from the server if the device hasn't stored them. */
function WithMember({ children }: { children: ReactNode }) {
  const { auth } = useApp()
  const member = useSelector(auth, selectMember)
  const hasFailed = useSelector(auth, (snapshot) =>
    snapshot.matches({ signedIn: { profile: 'unavailable' } }),
  )
  if (member) {
    return (
      <MemberProvider value={member} key={member.employeeId}>
        {children}
      </MemberProvider>
    )
  }
  if (!hasFailed) return <CrewSkeleton />
  return (
    <Page centered>
      <EmptyState
        role="alert"
        level={1}
        title={<FormattedMessage id="crewHome.loadFailed" />}
        action={
          <>
            <Button onClick={() => auth.send({ type: 'profile.retry' })}>
              <FormattedMessage id="common.tryAgain" />
            </Button>
            <Button kind="ghost" onClick={() => auth.send({ type: 'auth.signOut' })}>
              <FormattedMessage id="crewAccount.signOut" />
            </Button>
          </>
        }
      />
    </Page>
  )
}

function OnlyRole({ role, children }: { role: EmployeeRole | undefined; children: ReactNode }) {
  const member = useMember()
  return role === undefined || role === member.role ? children : <CrewScreen {...lost} />
}

function CrewScreen({ titleKey, screen: Screen }: Omit<CrewRoute, 'path' | 'role'>) {
  return (
    <RouteBoundary key={usePathname()}>
      <Suspense fallback={<CrewSkeleton />}>
        <Screen />
        <RouteEffects titleKey={titleKey} />
      </Suspense>
    </RouteBoundary>
  )
}

export function CrewSkeleton() {
  const intl = useIntl()
  return (
    <Page bar={<TopBar />}>
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton width="62%" height="34px" />
        <Skeleton shape="block" height="180px" />
        <Skeleton shape="block" />
      </Loading>
    </Page>
  )
}
