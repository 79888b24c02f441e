import type { Order } from '@handsfree/core/contract'
import { formatMoney } from '@handsfree/core/i18n'
import type { OrderReturnActor } from '@handsfree/core/orders'
import {
  openBill,
  returnStage,
  selectIsChoosing,
  selectReturnDraft,
  usableClaimCode,
} from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, StickyAction } from '../../ui/index.ts'
import styles from './OrderReturn.module.css'

export function ReturnAction({ actor, order }: { actor: OrderReturnActor; order: Order }) {
  const intl = useIntl()
  const bill = openBill(order)
  const isChoosing = useSelector(actor, selectIsChoosing)
  const isChosen = useSelector(actor, (snapshot) => snapshot.matches('chosen'))
  if (isChoosing) return <SendChoice actor={actor} />
  if (isChosen) {
    return (
      <StickyAction>
        <div className={styles.actions}>
          {bill && (
            <Button kind="gold" href={bill.path}>
              <FormattedMessage id="order.pay" values={{ amount: formatMoney(bill.amount, intl) }} />
            </Button>
          )}
          <Button kind="ghost" onClick={() => actor.send({ type: 'choice.edit' })}>
            <FormattedMessage id="orderReturn.change" />
          </Button>
        </div>
      </StickyAction>
    )
  }
  if (returnStage(order) !== 'there' || usableClaimCode(order) === null) return null
  return (
    <StickyAction>
      <Button kind="gold" href={`/order/card/${order.orderId}`}>
        <FormattedMessage id="orderReturn.showCode" />
      </Button>
    </StickyAction>
  )
}

function SendChoice({ actor }: { actor: OrderReturnActor }) {
  const { kind } = useSelector(actor, selectReturnDraft)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canSend = useSelector(actor, (snapshot) => snapshot.can({ type: 'choice.send' }))
  const canLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'choice.leave' }))
  const isIncomplete = kind === 'address' && !canSend && !isBusy
  return (
    <StickyAction summary={isIncomplete && <FormattedMessage id="orderReturn.incomplete" />}>
      <div className={styles.actions}>
        <Button
          kind="gold"
          busy={isBusy}
          disabled={!isBusy && !canSend}
          onClick={() => actor.send({ type: 'choice.send' })}
        >
          <FormattedMessage id="orderReturn.send" values={{ kind: kind ?? 'none' }} />
        </Button>
        {canLeave && (
          <Button kind="ghost" onClick={() => actor.send({ type: 'choice.leave' })}>
            <FormattedMessage id="orderReturn.leave" />
          </Button>
        )}
      </div>
    </StickyAction>
  )
}
