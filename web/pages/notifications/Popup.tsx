import { joinParts } from '@handsfree/core/i18n'
import {
  asksAboutBags,
  createPopup,
  type NotificationContent,
  notificationDetails,
  notificationPath,
  notificationTime,
  notificationTitle,
} from '@handsfree/core/notifications'
import { ledgerPath } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, ConfirmDialog } from '../../ui/index.ts'
import { browserPages } from './popup-pages.ts'

const changeLinks: { [Change in NonNullable<NotificationContent['change']>]?: MessageKey } = {
  returnAsked: 'orderReturn.choose',
  recalled: 'orderReturn.choose',
  closedUndelivered: 'claim.open',
}

export default function Popup() {
  const intl = useIntl()
  const now = useNow()
  const actor = useScreenActor((app) => createPopup(app, browserPages()))
  const popup = useSelector(actor, ({ context }) => context.popup)
  const isShown = useSelector(actor, (snapshot) => snapshot.matches('showing'))
  if (!popup || !isShown) return null
  const { orderId, orderNumber, change } = popup.content
  const isQuestion = asksAboutBags(popup)
  const details = notificationDetails(intl, popup)
  const close = () => actor.send({ type: 'popup.close' })
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={notificationTitle(intl, popup)}
      description={
        <>
          {details}
          {details && <br />}
          {joinParts([orderNumber, notificationTime(intl, popup, now)])}
        </>
      }
      confirm={
        orderId && (
          <Button href={isQuestion ? ledgerPath({ orderId }) : notificationPath(popup)} onClick={close}>
            {intl.formatMessage({
              id: isQuestion
                ? 'ledger.check'
                : popup.content.claimId
                  ? 'notification.seeClaim'
                  : ((change && changeLinks[change]) ?? 'notification.seeOrder'),
            })}
          </Button>
        )
      }
      cancelLabel={intl.formatMessage({ id: 'notification.later' })}
    />
  )
}
