import type { NotificationListActor } from '@handsfree/core/notification'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { Alert, EndOfList, Loading, Skeleton, TextLink } from '../../ui/index.ts'
import styles from './MoreNotifications.module.css'

/** The end of the list: the next page comes when it is scrolled into sight. */
export function MoreNotifications({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const pages = useSelector(list, ({ context }) => context.pages)
  const canLoad = useSelector(list, (snapshot) => snapshot.can({ type: 'notifications.more' }))
  const isLoading = useSelector(list, (snapshot) => snapshot.matches({ pages: 'loadingMore' }))
  const hasFailed = useSelector(list, (snapshot) => snapshot.matches({ pages: 'moreFailed' }))
  const more = useCallback(() => list.send({ type: 'notifications.more' }), [list])
  return (
    <div className={styles.more}>
      {canLoad && <EndOfList key={pages} onSeen={more} />}
      {isLoading && (
        <Loading label={intl.formatMessage({ id: 'notification.loadingMore' })}>
          <Skeleton shape="block" height="84px" />
        </Loading>
      )}
      {hasFailed && (
        <Alert tone="coral" panel>
          <TextLink onClick={() => list.send({ type: 'notifications.retry' })}>
            {intl.formatMessage({ id: 'common.loadFailed' })}
          </TextLink>
        </Alert>
      )}
    </div>
  )
}
