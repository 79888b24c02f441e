import { changeWaitingWords, failureWords, formatMoney } from '@handsfree/core/i18n'
import { selectChangeProblem, selectChangeReading } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { Stale } from '../../parts/reading/Stale.tsx'
import { Alert, Button, Headline, Page } from '../../ui/index.ts'
import type { ChangePageProps } from './change-props.ts'
import styles from './OrderChange.module.css'

export function ChangeWaiting({ change, order, bar }: ChangePageProps) {
  const intl = useIntl()
  const now = useNow()
  const problem = useSelector(change, selectChangeProblem)
  const isBusy = useSelector(change, (snapshot) => snapshot.hasTag('busy'))
  const open = order.changes?.open
  if (!open) return null
  const isLate = open.stage === 'overdue'
  return (
    <Page bar={bar}>
      <Stale reading={useSelector(change, selectChangeReading)} />
      <Headline detail={changeWaitingWords(intl, order, now)}>
        <FormattedMessage id={`orderChange.waiting.${open.stage === 'waitPayment' ? 'payment' : 'answer'}`} />
      </Headline>
      {open.place && (
        <p>
          <FormattedMessage id="orderChange.to" values={{ place: open.place }} />
        </p>
      )}
      {isLate && (
        <Alert tone="coral" panel>
          <FormattedMessage id="orderChange.late" />
        </Alert>
      )}
      {problem && !isBusy && (
        <Alert tone="coral" panel>
          {failureWords(intl, problem)}
        </Alert>
      )}
      <div className={styles.actions}>
        {open.paymentId && (
          <Button kind="gold" href={`/payment/checkout/${open.paymentId}`}>
            <FormattedMessage id="orderChange.pay" values={{ amount: formatMoney(open.difference, intl) }} />
          </Button>
        )}
        <Button kind="ghost" busy={isBusy} onClick={() => change.send({ type: 'change.withdraw' })}>
          <FormattedMessage id="orderChange.withdraw" />
        </Button>
      </div>
    </Page>
  )
}
