import type { Order } from '@handsfree/core/contract'
import {
  cancelText,
  isOrderLate,
  isPickupMissed,
  lateDeliveryText,
  type NextAction,
} from '@handsfree/core/orders'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Card } from '../../ui/index.ts'
import styles from './Delays.module.css'
import { SupportButton } from './SupportButton.tsx'

type DelayProps = { order: Order; act: NextAction | null; now: number; supportPhone: string | undefined }

export function MissedPickup({
  order,
  now,
  act,
  supportPhone,
  children,
}: DelayProps & { children: ReactNode }) {
  const intl = useIntl()
  const words = isPickupMissed(order, now) ? cancelText(intl, order, now) : null
  if (words === null) return null
  return (
    <Card>
      <p className={styles.words}>{words}</p>
      <div className={styles.actions}>
        <SupportButton kind={act === 'missed' ? 'gold' : 'ghost'} phone={supportPhone}>
          {intl.formatMessage({ id: 'order.callSupport' })}
        </SupportButton>
        {children}
      </div>
    </Card>
  )
}

export function LateDelivery({ order, now, act, supportPhone }: DelayProps) {
  const intl = useIntl()
  if (!isOrderLate(order, now)) return null
  const words = lateDeliveryText(intl, order, now)
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
