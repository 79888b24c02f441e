import {
  type PlacementActor,
  selectLivePrice,
  selectPaymentChild,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectQuote,
} from '@handsfree/core/order'
import { useSelector } from '@xstate/react'
import { type IntlShape, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { formatMoney } from '../../format/index.ts'
import { PlacementNotice } from '../../order/PlacementNotice.tsx'
import { Button, StickyAction } from '../../ui/index.ts'

type PlacementSnapshot = ReturnType<PlacementActor['getSnapshot']>

/** What the button says: the price, or what is under way. */
function actionWords(snapshot: PlacementSnapshot, intl: IntlShape): string {
  const say = (id: MessageKey, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  if (selectPaymentChild(snapshot)) return say('payment.opening')
  if (snapshot.matches('creating')) return say('orderConfirm.creating')
  if (snapshot.matches('unsure')) return say('common.tryAgain')
  const total = (selectQuote(snapshot) ?? selectLivePrice(snapshot))?.total
  if (!snapshot.matches('confirming') || !total) return say('orderForm.quoting')
  return total.amount === 0
    ? say('orderConfirm.sendForFree')
    : say('orderConfirm.pay', { amount: formatMoney(total, intl) })
}

/** The button that places the order, and what stands in its way. */
export function ConfirmBar({ placement }: { placement: PlacementActor }) {
  const intl = useIntl()
  const problem = useSelector(placement, selectPlacementProblem)
  const canSubmit = useSelector(placement, (snapshot) => snapshot.can({ type: 'order.submit' }))
  const isBusy = useSelector(
    placement,
    (snapshot) => selectPlacementIsBusy(snapshot) || selectPaymentChild(snapshot) !== undefined,
  )
  const words = useSelector(placement, (snapshot) => actionWords(snapshot, intl))
  const isUnsure = useSelector(placement, (snapshot) => snapshot.matches('unsure'))
  return (
    <StickyAction
      notice={
        isUnsure ? (
          <PlacementNotice problem={{ code: 'unsure' }} />
        ) : (
          problem && !isBusy && <PlacementNotice problem={problem} />
        )
      }
    >
      <Button
        kind="gold"
        busy={isBusy}
        disabled={!canSubmit && !isBusy}
        onClick={() => placement.send({ type: 'order.submit' })}
      >
        {words}
      </Button>
    </StickyAction>
  )
}
