import { failureText, formatMoney, pendingChangeText } from '@handsfree/core/i18n'
import { selectChangeProblem, selectChangeReading } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import type { ChangePageProps } from '../../parts/order-change/change-props.ts'
import styles from '../../parts/order-change/OrderChange.module.css'
import { ReadingStaleAlert } from '../../parts/reading/ReadingStaleAlert.tsx'
import { Alert, Button, Headline, Page } from '../../ui/index.ts'

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
      <ReadingStaleAlert reading={useSelector(change, selectChangeReading)} />
      <Headline detail={pendingChangeText(intl, order, now)}>
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
          {failureText(intl, problem)}
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
