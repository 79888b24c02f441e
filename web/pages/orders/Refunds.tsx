import type { Order, OrderRefund } from '@handsfree/core/contract'
import { brandOf, formatMoney, formatTime, hotlineText } from '@handsfree/core/i18n'
import { type RefundState, refundState, settlement } from '@handsfree/core/orders'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { Alert, Button, Card, Section, StatusBadge, type StatusBadgeProps } from '../../ui/index.ts'
import styles from './Refunds.module.css'
import { SupportButton } from './SupportButton.tsx'
import { usePdf } from './usePdf.ts'

const tones: Record<RefundState, StatusBadgeProps['tone']> = { onItsWay: 'sky', late: 'coral', back: 'mint' }

export type RefundsProps = {
  order: Order
  supportPhone: string | undefined
}

export function Refunds({ order, supportPhone }: RefundsProps) {
  const intl = useIntl()
  const now = useNow()
  const { refunds } = order
  if (refunds.length === 0) return null
  const text = (id: MessageKeyUnder<'refund'>) => intl.formatMessage({ id: `refund.${id}` })
  const { paid, back, kept } = settlement(order)
  const states = refunds.map((refund) => refundState(refund, now))
  const isLate = states.includes('late')
  const amounts = {
    amount: formatMoney(back, intl),
    total: formatMoney(paid, intl),
    done: states.every((state) => state === 'back') ? 'yes' : 'no',
  }
  return (
    <Section title={text('title')}>
      <Card>
        <p className={styles.sum}>
          {intl.formatMessage({ id: kept.amount > 0 ? 'refund.part' : 'refund.all' }, amounts)}
        </p>
        <ul>
          {refunds.map((refund) => (
            <Refund key={refund.refundId} refund={refund} order={order} />
          ))}
        </ul>
        {isLate && (
          <div className={styles.late}>
            <Alert tone="coral">
              {intl.formatMessage({ id: 'refund.lateDetail' }, { hotlineHours: hotlineText(intl) })}
            </Alert>
            <SupportButton kind="ghost" phone={supportPhone}>
              {text('call')}
            </SupportButton>
          </div>
        )}
      </Card>
    </Section>
  )
}

function Refund({ refund, order }: { order: Order; refund: OrderRefund }) {
  const intl = useIntl()
  const now = useNow()
  const { timeZone, cityName: city } = order
  const state = refundState(refund, now)
  const moment = (time: string) => formatTime(time, { intl, now, timeZone, city })
  // `now` is up to a minute behind. Subtract it, so that the rounded hours never exceed the promise.
  const hours = Math.max(1, Math.ceil((Date.parse(refund.refundBy) - now - 60_000) / 3_600_000))
  return (
    <li className={styles.refund}>
      <div className={styles.head}>
        <span className={styles.amount}>{formatMoney(refund.amount, intl)}</span>
        <StatusBadge tone={tones[state]}>{intl.formatMessage({ id: `refund.state.${state}` })}</StatusBadge>
      </div>
      <dl className={styles.clock}>
        <dt>{intl.formatMessage({ id: 'refund.started' })}</dt>
        <dd>{moment(refund.startTime)}</dd>
        <dt>{intl.formatMessage({ id: refund.doneTime ? 'refund.done' : 'refund.by' })}</dt>
        <dd>
          {moment(refund.doneTime ?? refund.refundBy)}
          {state === 'onItsWay' && (
            <span className={styles.left}>{intl.formatMessage({ id: 'refund.left' }, { hours })}</span>
          )}
        </dd>
      </dl>
      {refund.creditNoteNumber && <CreditNoteButton refund={refund} order={order} />}
    </li>
  )
}

function CreditNoteButton({ refund, order }: { refund: OrderRefund; order: Order }) {
  const number = refund.creditNoteNumber ?? ''
  const path = `/orders/${order.orderId}/refunds/${refund.refundId}/credit-note.pdf`
  const { save } = usePdf(path, `${brandOf(useIntl().messages)}-${number}.pdf`, 'creditNote.failed')
  return (
    <Button kind="ghost" icon={<Download size={20} aria-hidden="true" />} onClick={save}>
      <FormattedMessage
        id="creditNote.numbered"
        values={{ number: <span className={styles.number}>{number}</span> }}
      />
    </Button>
  )
}
