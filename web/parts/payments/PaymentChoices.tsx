import {
  selectFailedMethod,
  selectPaymentChoices,
  selectPaymentIsBusy,
  selectPaymentMethod,
} from '@handsfree/core/payments'
import { useIntl } from 'react-intl'
import { Alert, ChipGroup } from '../../ui/index.ts'
import styles from './PaymentChoices.module.css'
import type { StageProps } from './StageLayout.tsx'

/** Shown only if there's more than one way to pay. */
export function PaymentChoices({ snapshot, send }: Pick<StageProps, 'snapshot' | 'send'>) {
  const intl = useIntl()
  const choices = selectPaymentChoices(snapshot)
  const failedMethod = selectFailedMethod(snapshot)
  if (choices.length === 0) return null
  const label = intl.formatMessage({ id: 'payment.methodsTitle' })
  const nameOf = (method: (typeof choices)[number]) => intl.formatMessage({ id: `payment.method.${method}` })
  return (
    <>
      {failedMethod && !selectPaymentIsBusy(snapshot) && (
        <Alert tone="coral" panel>
          {intl.formatMessage({ id: 'payment.methodFailed' }, { method: nameOf(failedMethod) })}
        </Alert>
      )}
      <div className={styles.choices}>
        <div className={styles.title} aria-hidden="true">
          {label}
        </div>
        <ChipGroup
          label={label}
          options={choices.map((method) => ({ value: method, label: nameOf(method) }))}
          value={selectPaymentMethod(snapshot)}
          onChange={(method) => send({ type: 'payment.choose', method })}
        />
      </div>
    </>
  )
}
