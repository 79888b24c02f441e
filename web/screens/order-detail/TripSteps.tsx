import { tripSteps } from '@handsfree/core/order'
import { Check } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { OrderProps } from './order-props.ts'
import styles from './TripSteps.module.css'

/** How far the bags are, in four steps; nothing before the pickup and after the handover. */
export function TripSteps({ order }: OrderProps) {
  const intl = useIntl()
  const trip = tripSteps(order)
  if (!trip) return null
  return (
    <ol className={styles.trip} aria-label={intl.formatMessage({ id: 'tripStep.label' })}>
      {trip.steps.map((step, index) => (
        <li
          className={styles.step}
          key={step}
          data-state={index < trip.at ? 'done' : index === trip.at ? 'now' : 'ahead'}
          aria-current={index === trip.at ? 'step' : undefined}
        >
          <span className={styles.dot}>{index < trip.at && <Check size={12} aria-hidden="true" />}</span>
          {intl.formatMessage({ id: `tripStep.${step}` })}
        </li>
      ))}
    </ol>
  )
}
