import type { PaymentMethod } from '@handsfree/core/contract'
import { useIntl } from 'react-intl'
import styles from './PaymentMarks.module.css'

/** A wallet is offered on its own devices only. */
const worksHere = (method: PaymentMethod): boolean => {
  const isApple = 'ApplePaySession' in window
  if (method === 'apple_pay') return isApple
  return method !== 'google_pay' || !isApple
}

/** Payment methods of the page that opens next, by name: the brands' own marks need a license. */
export function PaymentMarks({ methods }: { methods: readonly PaymentMethod[] }) {
  const intl = useIntl()
  const names = methods
    .filter(worksHere)
    .flatMap((method) =>
      method === 'card' ? ['Visa', 'Mastercard'] : intl.formatMessage({ id: `payment.method.${method}` }),
    )
  if (names.length === 0) return null
  return (
    <ul className={styles.marks} aria-label={intl.formatMessage({ id: 'payment.methodsTitle' })}>
      {names.map((name) => (
        <li key={name} className={styles.mark}>
          {name}
        </li>
      ))}
    </ul>
  )
}
