import { selectIsSignedIn } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { Columns, Headline, Page } from '../../ui/index.ts'
import { Draft } from './Draft.tsx'
import { HomeBar } from './HomeBar.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { Menu } from './Menu.tsx'
import { News } from './News.tsx'
import { Promises } from './Promises.tsx'
import { ScanCard } from './Scan.tsx'
import { Services } from './Services.tsx'

const OngoingOrders = lazyScreen(() => import('./OngoingOrders.tsx'))

export default function Home() {
  const isSignedIn = useSelector(useApp().auth, selectIsSignedIn)
  return (
    <Page wide bar={<HomeBar />}>
      <Columns
        aside={<Menu />}
        more={
          <>
            <Promises />
            <Services />
          </>
        }
      >
        <News />
        {isSignedIn ? (
          <Suspense fallback={<HomeSkeleton />}>
            <OngoingOrders />
          </Suspense>
        ) : (
          <>
            <Headline detail={<FormattedMessage id="home.detail" />}>
              <FormattedMessage id="home.title" />
            </Headline>
            <Draft />
            <ScanCard />
          </>
        )}
      </Columns>
    </Page>
  )
}
