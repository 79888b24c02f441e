import {
  createNotificationList,
  selectNotificationPages,
  selectOffersKinds,
} from '@handsfree/core/notification'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Listing } from '../../reading/Listing.tsx'
import { Loading, Skeleton } from '../../ui/index.ts'
import { KindFilter } from './KindFilter.tsx'
import { NotificationList } from './NotificationList.tsx'
import { type Kind, typeOf } from './useKind.ts'

export type NotificationsOfKindProps = { kind: Kind; onShow: (kind: Kind) => void }

export function NotificationsOfKind({ kind, onShow }: NotificationsOfKindProps) {
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
            <Skeleton width="36%" />
            <Skeleton shape="block" height="252px" />
            <Skeleton width="36%" />
            <Skeleton shape="block" height="132px" />
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
