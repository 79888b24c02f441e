import { customerNotificationTypes } from '@handsfree/core/contract'
import {
  type CustomerNotificationName,
  createNotificationList,
  selectNotificationPages,
  selectOffersKinds,
} from '@handsfree/core/notifications'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useLocationProperty } from 'wouter/use-browser-location'
import { BackBar } from '../../app/BackBar.tsx'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Listing } from '../../parts/reading/Listing.tsx'
import { Card, ChipGroup, Loading, Page, Skeleton } from '../../ui/index.ts'
import { NotificationList } from './NotificationList.tsx'
import { NotificationRowSkeleton } from './NotificationRow.tsx'
import styles from './Notifications.module.css'

export default function Notifications() {
  const intl = useIntl()
  const [kind, showKind] = useKind()
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'notification.title' })} />}>
      <NotificationsOfKind key={kind} kind={kind} onShow={showKind} />
    </Page>
  )
}

type NotificationsOfKindProps = { kind: Kind; onShow: (kind: Kind) => void }

function NotificationsOfKind({ kind, onShow }: NotificationsOfKindProps) {
  const intl = useIntl()
  const isOnline = useIsOnline()
  const list = useScreenActor((app) => createNotificationList(app, typeOf(kind)))
  return (
    <>
      {useSelector(list, selectOffersKinds) && <KindFilter kind={kind} onShow={onShow} />}
      <Listing
        list={useSelector(list, selectNotificationPages)}
        skeleton={
          <Loading label={intl.formatMessage({ id: 'notification.loading' })}>
            <OrderSkeleton rows={3} />
            <OrderSkeleton rows={2} />
          </Loading>
        }
        staleKey={isOnline ? 'notification.refreshFailed' : undefined}
        moreKey="notification.loadingMore"
        itemHeight="84px"
      >
        <NotificationList list={list} onShowAll={() => onShow('all')} />
      </Listing>
    </>
  )
}

const OrderSkeleton = ({ rows }: { rows: number }) => (
  <>
    <Skeleton width="36%" />
    <Card kind="rows">
      {Array.from({ length: rows }, (_, index) => (
        <NotificationRowSkeleton key={index} />
      ))}
    </Card>
  </>
)

function KindFilter({ kind, onShow }: { kind: Kind; onShow: (kind: Kind) => void }) {
  const intl = useIntl()
  const options = kinds.map((value) => ({
    value,
    label: intl.formatMessage({ id: `notification.kind.${value}` }),
  }))
  return (
    <div className={styles.kinds}>
      <ChipGroup
        label={intl.formatMessage({ id: 'notification.kinds' })}
        options={options}
        value={kind}
        onChange={onShow}
        layout="strip"
      />
    </div>
  )
}

type Kind = CustomerNotificationName | 'all'

export const kinds = ['all', ...Object.keys(customerNotificationTypes)] as Kind[]

const typeOf = (kind: Kind) => (kind === 'all' ? null : customerNotificationTypes[kind])

const readKind = (): Kind => kinds.find((kind) => kind === location.hash.slice(1)) ?? 'all'

/** Stored in the URL, so that "back" from an order restores it. */
function useKind(): [Kind, (kind: Kind) => void] {
  const kind = useLocationProperty(readKind, () => 'all')
  // Changing the path would remount the page; changing the hash doesn't.
  const show = (next: Kind) => history.replaceState(history.state, '', `#${next}`)
  return [kind, show]
}
