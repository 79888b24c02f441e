import { readPendingDraft } from '@handsfree/core/booking'
import type { SiteDetail as Site } from '@handsfree/core/contract'
import { createSiteDetail } from '@handsfree/core/sites'
import { FormattedMessage, useIntl } from 'react-intl'
import { useParams } from 'wouter'
import { withDestination } from '../../app/address.ts'
import { useApp } from '../../app/useApp.ts'
import { useCustomTitle } from '../../app/useCustomTitle.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { deliverTo } from '../../parts/booking/deliver-to.ts'
import { SiteAnnouncements } from '../../parts/notifications/SiteAnnouncements.tsx'
import { ReadingPage } from '../../parts/reading/ReadingPage.tsx'
import { Alert, Button, Headline, Skeleton, StickyAction } from '../../ui/index.ts'
import styles from './SiteDetail.module.css'
import { SiteInfo } from './SiteInfo.tsx'

export default function SiteDetail() {
  const { siteId = '' } = useParams()
  const actor = useScreenActor((app) => createSiteDetail(app, siteId))
  return (
    <ReadingPage
      actor={actor}
      titleKey="siteDetail.title"
      namesItself
      skeleton={<SiteSkeleton />}
      notThere={{
        titleKey: 'orderForm.unknownSite',
        action: (
          <Button href="/">
            <FormattedMessage id="common.goHome" />
          </Button>
        ),
      }}
      action={(site) => !site.isClosed && <SiteActions site={site} />}
    >
      {(site) => (
        <>
          <SitePhotos site={site} />
          <SiteHead site={site} />
          {site.isClosed && (
            <Alert tone="sky" panel>
              <FormattedMessage id="orderForm.closedSite" />
            </Alert>
          )}
          <SiteAnnouncements announced={site.announcements} />
          <SiteInfo site={site} />
        </>
      )}
    </ReadingPage>
  )
}

const SiteSkeleton = () => (
  <>
    <div className={styles.picture}>
      <Skeleton shape="block" height="100%" />
    </div>
    <Skeleton width="72%" height="32px" />
    <Skeleton width="24%" />
    <div className={styles.facts}>
      <Skeleton shape="block" height="176px" />
    </div>
  </>
)

/** Shows the city only if neither the name nor the address contains it. */
function SiteHead({ site: { name, regionName, location } }: { site: Site }) {
  useCustomTitle(name)
  return (
    <Headline detail={!`${name} ${location.address}`.includes(regionName) && regionName}>{name}</Headline>
  )
}

/**
 * Orders to this site or from it. The main action follows a pending draft, if there is one. Without a draft, "deliver
 * to" opens "Start". "Send from" opens the scanner if the desk's code is unknown.
 */
function SiteActions({ site }: { site: Site }) {
  const app = useApp()
  const pending = readPendingDraft(app)
  const qrId = pending?.orderId === null ? pending.qrId : null
  const isDraftFromHere = qrId !== null && qrId === site.deskQrId
  const leadsHere = !isDraftFromHere && (qrId !== null || site.deskQrId === null)
  const send = <SendFrom site={site} kind={leadsHere ? 'ghost' : 'gold'} />
  if (isDraftFromHere) return <StickyAction>{send}</StickyAction>
  const deliver = (
    <Button
      kind={leadsHere ? 'gold' : 'ghost'}
      {...(qrId === null
        ? { href: withDestination('/start', site.siteId) }
        : { onClick: () => deliverTo(app, qrId, site) })}
    >
      <FormattedMessage id="siteDetail.deliverTo" />
    </Button>
  )
  const hint = leadsHere && qrId !== null && (
    <p className="small">
      <FormattedMessage id="siteDetail.deliverToOrder" />
    </p>
  )
  return (
    <StickyAction alert={hint}>
      <div className={styles.ways}>
        {leadsHere ? send : deliver}
        {leadsHere ? deliver : send}
      </div>
    </StickyAction>
  )
}

const SendFrom = ({ site: { deskQrId }, kind }: { site: Site; kind: 'gold' | 'ghost' }) =>
  deskQrId === null ? (
    <Button kind={kind} href="/qr-code/scan">
      <FormattedMessage id="siteDetail.scanDesk" />
    </Button>
  ) : (
    <Button kind={kind} href={`/order/create/${deskQrId}`}>
      <FormattedMessage id="siteDetail.sendFrom" />
    </Button>
  )

function SitePhotos({ site: { name, photos } }: { site: Site }) {
  const intl = useIntl()
  if (photos.length === 0) return null
  return (
    <ul
      className={styles.photos}
      aria-label={intl.formatMessage({ id: 'siteDetail.photos' }, { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the photos.
      tabIndex={0}
    >
      {photos.map((url, index) => (
        <li key={url}>
          <img
            src={url}
            width={640}
            height={400}
            // The first photo is the largest paint; the others are off-screen.
            fetchPriority={index === 0 ? 'high' : 'low'}
            alt={intl.formatMessage({ id: 'siteDetail.photo' }, { name, number: index + 1 })}
          />
        </li>
      ))}
    </ul>
  )
}
