import type { Payment } from '@handsfree/core/contract'
import { bagsText, errorCodeText, formatMoney } from '@handsfree/core/i18n'
import { errorCodes } from '@handsfree/core/lib'
import { ledgerPath } from '@handsfree/core/orders'
import {
  selectFailedMethod,
  selectIsUnpayableHere,
  selectPageMethods,
  selectPayment,
  selectPaymentIsBusy,
  selectPaymentProblem,
  selectPaymentProvider,
} from '@handsfree/core/payments'
import { Luggage, ShieldCheck } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useIsOtherTimeZone } from '../../app/useIsOtherTimeZone.ts'
import { Alert, Button, FromTo, Page, StickyAction, Tag, TextLink } from '../../ui/index.ts'
import { TripTimes } from '../format/TripTimes.tsx'
import { FailureAlert } from '../reading/FailureAlert.tsx'
import styles from './Checkout.module.css'
import { PaymentChoices } from './PaymentChoices.tsx'
import { PaymentMarks } from './PaymentMarks.tsx'
import { IconCard, type StageProps } from './StageLayout.tsx'

const lastFailureKeys = { declined: 'payment.lastDeclined', expired: 'payment.lastExpired' } as const

export default function Checkout({ snapshot, send, bar }: StageProps) {
  const intl = useIntl()
  const payment = selectPayment(snapshot) as Payment
  const problem = selectPaymentProblem(snapshot)
  const amount = formatMoney(payment.amount, intl)
  const isBusy = selectPaymentIsBusy(snapshot)
  const { pieces, trip } = payment
  const mustAgree = pieces?.consent === 'asked' || pieces?.consent === 'notRight'
  const facts = (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>{intl.formatMessage({ id: 'payment.purpose' })}</dt>
        <dd>{intl.formatMessage({ id: `payment.source.${payment.purpose ?? payment.source}` })}</dd>
      </div>
      <div className={styles.fact}>
        <dt>{intl.formatMessage({ id: 'payment.order' })}</dt>
        <dd>{payment.orderNumber}</dd>
      </div>
      {pieces && (
        <>
          <div className={styles.fact}>
            <dt>{intl.formatMessage({ id: 'surcharge.agreed' })}</dt>
            <dd>{bagsText(intl, pieces.agreed)}</dd>
          </div>
          <div className={styles.fact}>
            <dt>{intl.formatMessage({ id: 'surcharge.counted' })}</dt>
            <dd>{bagsText(intl, pieces.counted)}</dd>
          </div>
        </>
      )}
    </dl>
  )
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          {mustAgree ? (
            <Button kind="gold" href={ledgerPath(payment)}>
              {intl.formatMessage({ id: 'ledger.checkFirst' })}
            </Button>
          ) : (
            <Button
              kind="gold"
              busy={isBusy}
              disabled={!isBusy && !snapshot.can({ type: 'payment.open' })}
              onClick={() => send({ type: 'payment.open' })}
            >
              {snapshot.matches('opening')
                ? intl.formatMessage({ id: 'payment.opening' })
                : intl.formatMessage({ id: pieces ? 'surcharge.approve' : 'payment.pay' }, { amount })}
            </Button>
          )}
        </StickyAction>
      }
    >
      <div className={styles.amount}>
        <div className="soft">{intl.formatMessage({ id: 'payment.toPay' })}</div>
        <h2 className={styles.figure}>{amount}</h2>
      </div>
      <div className={styles.parts}>
        {mustAgree && (
          <Alert tone="sky" panel>
            {errorCodeText(intl, errorCodes.countNotAgreed)}
          </Alert>
        )}
        {problem && !isBusy && !selectFailedMethod(snapshot) && <FailureAlert failure={problem} />}
        {!problem && !isBusy && payment.failure && (
          <Alert tone="coral" panel>
            {intl.formatMessage({ id: lastFailureKeys[payment.failure] })}
          </Alert>
        )}
        {selectIsUnpayableHere(snapshot) && (
          <Alert tone="coral" panel>
            {intl.formatMessage({ id: 'payment.noMethodHere' })}
          </Alert>
        )}
        {!mustAgree && <PaymentChoices snapshot={snapshot} send={send} />}
        <Tag eyelet={trip !== undefined} tearOff={trip && facts}>
          {trip ? <Trip trip={trip} /> : facts}
        </Tag>
        {pieces && (
          <IconCard icon={<Luggage size={22} />} title={intl.formatMessage({ id: 'payment.surchargeTitle' })}>
            {intl.formatMessage({ id: 'payment.surchargeDetail' })}{' '}
            <TextLink href={`/order/detail/${payment.orderId}`}>
              {intl.formatMessage({ id: 'payment.seeOrder' })}
            </TextLink>
          </IconCard>
        )}
        <PaymentMarks methods={selectPageMethods(snapshot)} />
        <IconCard
          icon={<ShieldCheck size={22} />}
          title={intl.formatMessage(
            { id: 'payment.safeTitle' },
            { provider: selectPaymentProvider(snapshot) ?? 'other' },
          )}
        >
          {intl.formatMessage({ id: 'payment.safeDetail' })}
        </IconCard>
      </div>
    </Page>
  )
}

function Trip({ trip: { from, to, timeZone, cityName, ...times } }: { trip: NonNullable<Payment['trip']> }) {
  const intl = useIntl()
  const hasOtherClock = useIsOtherTimeZone(timeZone)
  return (
    <>
      <FromTo
        from={{ label: intl.formatMessage({ id: 'orderForm.from' }), name: from }}
        to={{ label: intl.formatMessage({ id: 'orderForm.to' }), name: to }}
      />
      <div className={styles.times}>
        <TripTimes times={times} timeZone={timeZone} />
        {hasOtherClock && (
          <div className="small">{intl.formatMessage({ id: 'time.ofCity' }, { city: cityName })}</div>
        )}
      </div>
    </>
  )
}
