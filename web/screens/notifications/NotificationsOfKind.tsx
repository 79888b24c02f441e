import { createNotificationList, selectNotificationsReading } from '@handsfree/core/notification'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadFailed } from '../../errors/LoadFailed.tsx'
import { useReading } from '../../reading/useReading.ts'
import { Loading, Skeleton } from '../../ui/index.ts'
import { NotificationList } from './NotificationList.tsx'
import { type Kind, typeOf } from './useKind.ts'

export type NotificationsOfKindProps = { kind: Kind; onShowAll: () => void }

/** Notifications of one kind, or all, page by page. */
export function NotificationsOfKind({ kind, onShowAll }: NotificationsOfKindProps) {
  const intl = useIntl()
  const list = useScreenActor((app) => createNotificationList(app, typeOf(kind)))
  const { isLoading, hasFailed, problem, retry } = useReading(useSelector(list, selectNotificationsReading))
  if (isLoading) {
    return (
      <Loading label={intl.formatMessage({ id: 'notification.loading' })}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="252px" />
      </Loading>
    )
  }
  return hasFailed ? (
    <LoadFailed problem={problem} onReload={retry} />
  ) : (
    <NotificationList list={list} onShowAll={onShowAll} />
  )
}
