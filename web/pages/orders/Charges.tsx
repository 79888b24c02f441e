import type { Order } from '@handsfree/core/contract'
import { formatMoney, formatTime, joinParts } from '@handsfree/core/i18n'
import { amountDue, isCalledOff, settlement } from '@handsfree/core/orders'
import { useIntl } from 'react-intl'
import type { MessageKeyUnder } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { PriceLines } from '../../parts/format/PriceLines.tsx'
import { Card, InlineList, Section } from '../../ui/index.ts'
import styles from './Charges.module.css'

export function Charges({ order }: { order: Order }) {
  const intl = useIntl()
  const now = useNow()
  const text = (id: MessageKeyUnder<'charges'>) => intl.formatMessage({ id: `charges.${id}` })
  const { timeZone, cityName: city, payments } = order
  const due = amountDue(order)
  const { back, kept } = settlement(order)
  const showsPayments = payments.length > 0 || due !== null || isCalledOff(order)
  return (
    <Section title={text('title')}>
      <Card>
        <PriceLines price={order} />
        {showsPayments && (
          <dl className={styles.settled}>
            {payments.map(({ paymentId, source, purpose, amount, paidTime, method }) => (
              <Sum
                key={`${paymentId} ${paidTime}`}
                label={joinParts([
                  intl.formatMessage(
                    { id: `charges.paid.${purpose ?? source}` },
                    { time: formatTime(paidTime, { intl, now, timeZone, city, inSentence: true }) },
                  ),
                  method && intl.formatMessage({ id: `payment.method.${method}` }),
                ])}
              >
                {formatMoney(amount, intl)}
              </Sum>
            ))}
            {back.amount > 0 && (
              <Sum label={text('back')}>{formatMoney({ ...back, amount: -back.amount }, intl)}</Sum>
            )}
            {(back.amount > 0 || isCalledOff(order)) && (
              <Sum label={text('kept')} strong>
                {formatMoney(kept, intl)}
              </Sum>
            )}
            {due && (
              <Sum label={text('due')} strong>
                {formatMoney(due, intl)}
              </Sum>
            )}
          </dl>
        )}
      </Card>
    </Section>
  )
}

const Sum = ({ label, strong, children }: { label: string; strong?: boolean; children: string }) => (
  <div className={styles.sum} data-strong={strong || undefined}>
    <dt>
      <InlineList text={label} />
    </dt>
    <dd>{children}</dd>
  </div>
)
