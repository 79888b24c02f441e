import { isPickupMissed } from '@handsfree/core/order'
import { cancelWords } from '@handsfree/core/words'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Card } from '../../ui/index.ts'
import styles from './MissedPickup.module.css'
import type { ActProps } from './order-props.ts'
import { SupportButton } from './SupportButton.tsx'

export type MissedPickupProps = ActProps & {
  now: number
  supportPhone: string | undefined
  children: ReactNode
}

/** Says that nobody has picked the bags up, and what the traveller can do. */
export function MissedPickup({ order, now, act, supportPhone, children }: MissedPickupProps) {
  const intl = useIntl()
  const words = isPickupMissed(order, now) ? cancelWords(intl, order, now) : null
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
