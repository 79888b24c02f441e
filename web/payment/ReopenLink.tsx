import { selectIsOverdue } from '@handsfree/core/payment'
import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { TextLink } from '../ui/index.ts'
import styles from './ReopenLink.module.css'
import type { StageProps } from './stage.ts'

/** Says why the payment page may be opened again, and opens it, quietly: the payment is being checked. */
export function ReopenLink({ snapshot, send }: Pick<StageProps, 'snapshot' | 'send'>) {
  const intl = useIntl()
  const reason = selectIsOverdue(snapshot) ? 'overdue' : 'unpaid'
  return (
    <div className={styles.reopen}>
      <div className={styles.question}>
        <span>{intl.formatMessage({ id: `payment.${reason}Title` })}</span>
        <TextLink forward onClick={() => send({ type: 'payment.open' })}>
          {intl.formatMessage({ id: 'payment.continue' })}
        </TextLink>
      </div>
      <p className="small">{intl.formatMessage({ id: `payment.${reason}Detail` }, policy)}</p>
    </div>
  )
}
