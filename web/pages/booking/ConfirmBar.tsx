import {
  type ConfirmAction,
  type PlacementActor,
  selectConfirmAction,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectPrice,
} from '@handsfree/core/booking'
import { formatMoney } from '@handsfree/core/i18n'
import { shallowEqual, useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { Button, StickyAction } from '../../ui/index.ts'
import { PlacementAlert } from './PlacementAlert.tsx'

const labels = {
  openPayment: 'payment.opening',
  create: 'orderConfirm.creating',
  tryAgain: 'common.tryAgain',
  sendPhotos: 'orderConfirm.sendingPhotos',
  quote: 'orderForm.quoting',
  sendForFree: 'orderConfirm.sendForFree',
  pay: 'orderConfirm.pay',
} as const satisfies Record<ConfirmAction, MessageKey>

export function ConfirmBar({ placement }: { placement: PlacementActor }) {
  const intl = useIntl()
  const problem = useSelector(placement, selectPlacementProblem)
  const canSubmit = useSelector(placement, (snapshot) => snapshot.can({ type: 'order.submit' }))
  const action = useSelector(placement, selectConfirmAction)
  const isBusy = useSelector(placement, selectPlacementIsBusy) || action === 'openPayment'
  const total = useSelector(placement, (snapshot) => selectPrice(snapshot)?.total, shallowEqual)
  return (
    <StickyAction
      alert={
        action === 'tryAgain' ? (
          <PlacementAlert problem={{ code: 'outcomeUnknown' }} />
        ) : (
          problem && !isBusy && <PlacementAlert problem={problem} />
        )
      }
    >
      <Button
        kind="gold"
        busy={isBusy}
        disabled={!canSubmit && !isBusy}
        onClick={() => placement.send({ type: 'order.submit' })}
      >
        {intl.formatMessage({ id: labels[action] }, total && { amount: formatMoney(total, intl) })}
      </Button>
    </StickyAction>
  )
}
