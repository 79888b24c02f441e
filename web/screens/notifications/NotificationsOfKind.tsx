import { createNotificationList, type NotificationListActor } from '@handsfree/core/notification'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, EmptyState, Loading, LostPagePicture, Skeleton } from '../../ui/index.ts'
import { NotificationList } from './NotificationList.tsx'
import { type Kind, typeOf } from './useKind.ts'

export type NotificationsOfKindProps = { kind: Kind; onShowAll: () => void }

/** Notifications of one kind, or all, page by page. */
export function NotificationsOfKind({ kind, onShowAll }: NotificationsOfKindProps) {
  const intl = useIntl()
  const list = useScreenActor((app) => createNotificationList(app, typeOf(kind)))
  const isLoading = useSelector(list, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  if (isLoading) {
    return (
      <Loading label={intl.formatMessage({ id: 'notification.loading' })}>
        <Skeleton width="30%" />
        <Skeleton shape="block" height="252px" />
      </Loading>
    )
  }
  return hasFailed ? <LoadFailed list={list} /> : <NotificationList list={list} onShowAll={onShowAll} />
}

function LoadFailed({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const problem = useSelector(list, ({ context }) => context.problem)
  return (
    <div role="alert">
      <EmptyState
        picture={<LostPagePicture />}
        title={intl.formatMessage({ id: 'common.loadFailed' })}
        action={
          <Button onClick={() => list.send({ type: 'notifications.retry' })}>
            {intl.formatMessage({ id: 'common.reload' })}
          </Button>
        }
      >
        {problem && failureWords(intl, problem)}
      </EmptyState>
    </div>
  )
}
