import type { Site, SiteDetail } from '@handsfree/core/contract'
import { formatAddress } from '@handsfree/core/i18n'
import { selectHasMore } from '@handsfree/core/realtime'
import {
  type SiteKind,
  type SiteSearchActor,
  selectFoundSites,
  selectSitePages,
  selectSiteSearchIsBusy,
  selectUnservedSites,
  siteKindOf,
} from '@handsfree/core/sites'
import { useSelector } from '@xstate/react'
import { Hotel, type LucideIcon, Plane, Ship, TrainFront, Warehouse } from 'lucide-react'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import {
  Alert,
  Button,
  InlineList,
  Loading,
  langOf,
  Skeleton,
  TextLink,
  useFrozenWhilePressed,
} from '../../ui/index.ts'
import styles from './SiteSearch.module.css'

const icons: Record<SiteKind, LucideIcon> = {
  hotel: Hotel,
  airport: Plane,
  station: TrainFront,
  port: Ship,
  storage: Warehouse,
}

export type SiteChoice = {
  detailOf: (site: SiteDetail) => string
  onChoose: (site: SiteDetail) => void
  /** QR id of the chosen site while its form opens. */
  openingQrId?: string | undefined
  emptyMessageKey: MessageKey
}

type SiteResultsProps = SiteChoice & { search: SiteSearchActor }

export function SiteResults({ search, detailOf, onChoose, openingQrId, emptyMessageKey }: SiteResultsProps) {
  const intl = useIntl()
  const isBusy = useSelector(search, selectSiteSearchIsBusy)
  const { frozen: frozenSnapshot, press } = useFrozenWhilePressed(useSelector(search, (snapshot) => snapshot))
  const sites = selectFoundSites(frozenSnapshot)
  const unservedSites = selectUnservedSites(frozenSnapshot)
  if (frozenSnapshot.matches({ listing: 'failed' })) {
    return (
      <Alert
        tone="coral"
        panel
        action={
          <TextLink onClick={() => search.send({ type: 'search.retry' })}>
            <FormattedMessage id="common.tryAgain" />
          </TextLink>
        }
      >
        <FormattedMessage id="siteSearch.failed" />
      </Alert>
    )
  }
  if (frozenSnapshot.matches({ listing: 'nothing' })) {
    return (
      <>
        <UnservedSites sites={unservedSites} />
        <p className={styles.nothing} role="status">
          <FormattedMessage id={unservedSites.length > 0 ? 'siteSearch.onlyElsewhere' : emptyMessageKey} />
        </p>
      </>
    )
  }
  if (sites.length === 0) {
    return (
      <Loading label={intl.formatMessage({ id: 'common.loading' })}>
        <Skeleton shape="block" height="64px" />
        <Skeleton shape="block" height="64px" />
        <Skeleton shape="block" height="64px" />
      </Loading>
    )
  }
  return (
    <>
      <span className="unseen" role="status">
        {!isBusy && intl.formatMessage({ id: 'siteSearch.found' }, { count: sites.length })}
      </span>
      <ul className={styles.sites} aria-busy={isBusy} onPointerDown={press}>
        {sites.map((site) => (
          <SiteOption
            site={site}
            detailOf={detailOf}
            key={site.siteId}
            onChoose={onChoose}
            isOpening={site.deskQrId === openingQrId}
          />
        ))}
      </ul>
      <MoreSites search={search} />
      <UnservedSites sites={unservedSites} />
    </>
  )
}

type SiteOptionProps = Omit<SiteChoice, 'emptyMessageKey' | 'openingQrId'> & {
  site: SiteDetail
  isOpening: boolean
}

const SiteOption = memo(({ site, detailOf, onChoose, isOpening }: SiteOptionProps) => {
  const intl = useIntl()
  const Icon = icons[siteKindOf(site.location.type)]
  return (
    <li>
      <button type="button" className={styles.site} aria-busy={isOpening} onClick={() => onChoose(site)}>
        <Icon size={20} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.name} lang={langOf(site.name)}>
            {site.name}
          </span>
          <span className={styles.detail}>
            <InlineList text={formatAddress({ location: site.location }, intl)} />
          </span>
          <span className={styles.detail}>
            <InlineList text={detailOf(site)} />
          </span>
          {site.storage && (
            <span className={styles.storage}>
              <FormattedMessage id="siteSearch.storage" />
            </span>
          )}
        </span>
      </button>
    </li>
  )
})

function UnservedSites({ sites }: { sites: readonly Site[] }) {
  if (sites.length === 0) return null
  return (
    <ul className={styles.sites}>
      {sites.map(({ siteId, name, location }) => {
        const Icon = icons[siteKindOf(location.type)]
        return (
          <li className={styles.site} data-served="false" key={siteId}>
            <Icon size={20} aria-hidden="true" />
            <span className={styles.words}>
              <span>{name}</span>
              <span className={styles.detail}>
                <FormattedMessage id="siteSearch.notServed" />
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function MoreSites({ search }: { search: SiteSearchActor }) {
  const pages = useSelector(search, selectSitePages)
  const hasMore = useSelector(pages, (snapshot) => snapshot && selectHasMore(snapshot))
  const canLoad = useSelector(pages, (snapshot) => snapshot?.can({ type: 'pages.more' }))
  const isFailed = useSelector(pages, (snapshot) => snapshot?.matches('moreFailed'))
  if (!hasMore) return null
  return (
    <>
      {isFailed && (
        <Alert tone="coral">
          <FormattedMessage id="siteSearch.failed" />
        </Alert>
      )}
      <Button
        kind="ghost"
        busy={!canLoad && !isFailed}
        onClick={() => pages?.send({ type: isFailed ? 'pages.retry' : 'pages.more' })}
      >
        <FormattedMessage id={isFailed ? 'common.tryAgain' : 'siteSearch.more'} />
      </Button>
    </>
  )
}
