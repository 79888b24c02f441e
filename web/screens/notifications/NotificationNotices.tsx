import { type NotificationListActor, selectNotificationsReading } from '@handsfree/core/notification'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { StaleNotice } from '../../reading/StaleNotice.tsx'
import { useReading } from '../../reading/useReading.ts'
import { Alert } from '../../ui/index.ts'

/** What the traveller should know of the list itself: it is older, or a mark did not hold. */
export function NotificationNotices({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const isOnline = useIsOnline()
  const { isStale, retry } = useReading(useSelector(list, selectNotificationsReading))
  const markProblem = useSelector(list, ({ context }) => context.markProblem)
  const say = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <>
      {!isOnline && (
        <Alert tone="sky" panel>
          {say('notification.offline')}
        </Alert>
      )}
      {isOnline && isStale && <StaleNotice onRetry={retry}>{say('notification.refreshFailed')}</StaleNotice>}
      {markProblem && (
        <Alert tone="coral" panel>
          {intl.formatMessage(
            { id: 'notification.markFailed' },
            { problem: failureWords(intl, markProblem) },
          )}
        </Alert>
      )}
    </>
  )
}
