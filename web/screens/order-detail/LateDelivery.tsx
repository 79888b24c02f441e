import { isOrderLate } from '@handsfree/core/order'
import { lateWords } from '@handsfree/core/words'
import { useIntl } from 'react-intl'
import { Card } from '../../ui/index.ts'
import styles from './MissedPickup.module.css'
import type { ActProps } from './order-props.ts'
import { SupportButton } from './SupportButton.tsx'

export type LateDeliveryProps = ActProps & { now: number; supportPhone: string | undefined }

/** What late bags give back, and a call to customer service. */
export function LateDelivery({ order, now, act, supportPhone }: LateDeliveryProps) {
  const intl = useIntl()
  if (!isOrderLate(order, now)) return null
  const words = lateWords(intl, order, now)
  return (
    <Card>
      {words && <p className={styles.words}>{words}</p>}
      <div className={styles.actions}>
        <SupportButton kind={act === null ? 'gold' : 'ghost'} phone={supportPhone}>
          {intl.formatMessage({ id: 'order.callSupport' })}
        </SupportButton>
      </div>
    </Card>
  )
}
