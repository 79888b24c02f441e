import type { TripProgress } from '@handsfree/core/orders'
import { Check } from 'lucide-react'
import { useIntl } from 'react-intl'
import styles from './TripSteps.module.css'

type TripStepsProps = {
  trip: TripProgress
  /** Names of the places at both ends of the line. */
  ends?: readonly [string, string]
}

export function TripSteps({ trip, ends }: TripStepsProps) {
  const intl = useIntl()
  return (
    <>
      {ends && (
        <div className={styles.ends} aria-hidden="true">
          {ends.map((name, index) => (
            <span key={index === 0 ? 'from' : 'to'}>{name}</span>
          ))}
        </div>
      )}
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
    </>
  )
}
