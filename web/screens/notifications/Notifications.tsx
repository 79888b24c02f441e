import { createNotificationList, type NotificationListActor } from '@handsfree/core/notification'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, EmptyState, Loading, LostPagePicture, Page, Skeleton } from '../../ui/index.ts'
import { NotificationList } from './NotificationList.tsx'

/** `/person/notification`: what happened to the traveller's orders, by day. */
export default function Notifications() {
  const intl = useIntl()
  const list = useScreenActor(createNotificationList)
  const isLoading = useSelector(list, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  return (
    <Page bar={<BackBar title={intl.formatMessage({ id: 'notification.title' })} />}>
      {isLoading ? (
        <Loading label={intl.formatMessage({ id: 'notification.loading' })}>
          <Skeleton width="30%" />
          <Skeleton shape="block" height="252px" />
        </Loading>
      ) : hasFailed ? (
        <LoadFailed list={list} />
      ) : (
        <NotificationList list={list} />
      )}
    </Page>
  )
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
