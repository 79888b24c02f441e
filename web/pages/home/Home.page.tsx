import { selectIsSignedIn } from '@handsfree/core/auth'
import { promiseText } from '@handsfree/core/i18n'
import { hasAnnouncements } from '@handsfree/core/notifications'
import { lastQrId } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useApp } from '../../app/useApp.ts'
import { useIsWide } from '../../app/useIsWide.ts'
import { promiseList } from '../../parts/info/promise-list.ts'
import { Card, Columns, Headline, Page, Row, Section, TextLink } from '../../ui/index.ts'
import styles from './Home.module.css'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { Menu } from './Menu.tsx'
import { ScanCard } from './ScanCard.tsx'
import { StoredDraft } from './StoredDraft.tsx'

const OngoingOrders = lazyScreen(() => import('./OngoingOrders.tsx'))

export default function Home() {
  const isSignedIn = useSelector(useApp().auth, selectIsSignedIn)
  return (
    <Page wide>
      <Columns
        aside={
          <>
            <Menu />
            <PhoneLink />
          </>
        }
        more={
          <>
            <Promises />
            <Services />
            <Foot />
          </>
        }
      >
        <LazyAnnouncements />
        {isSignedIn ? (
          <Suspense fallback={<HomeSkeleton />}>
            <OngoingOrders />
          </Suspense>
        ) : (
          <>
            <Headline detail={<FormattedMessage id="home.detail" />}>
              <FormattedMessage id="home.title" />
            </Headline>
            <StoredDraft />
            <ScanCard />
          </>
        )}
      </Columns>
    </Page>
  )
}

const HomeAnnouncements = lazyScreen(() => import('./HomeAnnouncements.tsx'))

const LazyAnnouncements = () =>
  hasAnnouncements(useApp()) && (
    <OptionalPart>
      <HomeAnnouncements />
    </OptionalPart>
  )

function Promises() {
  const intl = useIntl()
  return (
    <Section
      title={intl.formatMessage({ id: 'home.promises' })}
      aside={
        <TextLink href="/faq" forward>
          <FormattedMessage id="home.faq" />
        </TextLink>
      }
    >
      <Card kind="rows">
        {promiseList.map(({ id, Icon }) => (
          <Row key={id} icon={<Icon size={20} />} title={promiseText(intl, id)} />
        ))}
      </Card>
    </Section>
  )
}

const OnPhone = lazyScreen(() => import('./OnPhone.tsx'))

const PhoneLink = () =>
  useIsWide() && (
    <OptionalPart>
      <OnPhone />
    </OptionalPart>
  )

const CompanyLine = lazyScreen(() => import('../../app/CompanyLine.tsx'))

/** Wide screens have it in the footer. */
const Foot = () =>
  !useIsWide() && (
    <div className={styles.foot}>
      <OptionalPart>
        <CompanyLine />
      </OptionalPart>
    </div>
  )

const ServiceLinks = lazyScreen(() => import('./ServiceLinks.tsx'))

/** The service pages show the last hotel's number. Without a known hotel, a line names whom to ask. */
function Services() {
  if (lastQrId(useApp()) !== null) {
    return (
      <OptionalPart>
        <ServiceLinks />
      </OptionalPart>
    )
  }
  return (
    <p className={styles.ask}>
      <FormattedMessage id="home.servicesAsk" />
    </p>
  )
}
