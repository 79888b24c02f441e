import type { NotificationListActor } from '@handsfree/core/notification'
import { failureWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useIsOnline } from '../../app/useIsOnline.ts'
import { Alert } from '../../ui/index.ts'

/** Says that the list is stale, or that marking failed. */
export function NotificationAlerts({ list }: { list: NotificationListActor }) {
  const intl = useIntl()
  const isOnline = useIsOnline()
  const markProblem = useSelector(list, ({ context }) => context.markProblem)
  const text = (id: MessageKey) => intl.formatMessage({ id })
  return (
    <>
      {!isOnline && (
        <Alert tone="sky" panel>
          {text('notification.offline')}
        </Alert>
      )}
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
