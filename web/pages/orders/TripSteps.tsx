import type { TripProgress } from '@handsfree/core/orders'
import { Check } from 'lucide-react'
import { useIntl } from 'react-intl'
import styles from './TripSteps.module.css'

export function TripSteps({ trip }: { trip: TripProgress }) {
  const intl = useIntl()
  return (
    <ol className={styles.trip} aria-label={intl.formatMessage({ id: 'tripStep.label' })}>
      {trip.steps.map((step, index) => (
        <li
          className={styles.step}
          key={step}
          data-state={index < trip.index ? 'done' : index === trip.index ? 'now' : 'ahead'}
          aria-current={index === trip.index ? 'step' : undefined}
        >
          <span className={styles.dot}>{index < trip.index && <Check size={12} aria-hidden="true" />}</span>
          {intl.formatMessage({ id: `tripStep.${step}` })}
        </li>
      ))}
    </ol>
  )
}
