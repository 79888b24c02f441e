import { amountDue } from '@handsfree/core/order'
import { type IntlShape, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { formatMoney, formatTime, PriceLines } from '../../format/index.ts'
import type { MessageKeyUnder } from '../../message-key.ts'
import { Card, Section } from '../../ui/index.ts'
import styles from './Charges.module.css'
import type { OrderProps } from './OrderView.tsx'

/** What the order costs, what was paid, what is still due, and what goes back. */
export function Charges({ order }: OrderProps) {
  const intl = useIntl()
  const now = useNow()
  const say = (id: MessageKeyUnder<'charges'>) => intl.formatMessage({ id: `charges.${id}` })
  const due = amountDue(order)
  const refund = refundWords(intl, order, now)
  return (
    <Section title={say('title')}>
      <Card>
        <PriceLines price={order} />
        <dl className={styles.settled}>
          <Sum label={say('paid')}>{formatMoney(order.amountPaid, intl)}</Sum>
          {due && (
            <Sum label={say('due')} strong>
              {formatMoney(due, intl)}
            </Sum>
          )}
          {refund && <Sum label={say('refund')}>{refund}</Sum>}
        </dl>
      </Card>
    </Section>
  )
}

const Sum = ({ label, strong, children }: { label: string; strong?: boolean; children: string }) => (
  <div className={styles.sum} data-strong={strong || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Money on its way back with its time, or back already; null when none goes back. */
function refundWords(intl: IntlShape, order: OrderProps['order'], now: number): string | null {
  const { regions, amountPaid, promises, timeZone, cityName } = order
  const amount = formatMoney(amountPaid, intl)
  if (regions.payment === 'refunded') return intl.formatMessage({ id: 'charges.refunded' }, { amount })
  if (regions.payment !== 'refunding' || !promises.refundBy) return null
  const time = formatTime(promises.refundBy, { intl, now, timeZone, city: cityName, inSentence: true })
  return intl.formatMessage({ id: 'charges.refundBy' }, { amount, time })
}
