import {
  type ConfirmAction,
  type PlacementActor,
  selectConfirmAction,
  selectPlace,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectPrice,
} from '@handsfree/core/booking'
import { formatMoney, formatTime } from '@handsfree/core/i18n'
import { shallowEqual, useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { Button, Card, StickyAction } from '../../ui/index.ts'
import { DraftPrice, type DraftPriceProps } from './DraftPrice.tsx'
import styles from './OrderConfirm.module.css'
import { PlacementAlert } from './PlacementAlert.tsx'
import { useDraftPromises } from './useDraftPromises.ts'

const labels = {
  openPayment: 'payment.opening',
  create: 'orderConfirm.creating',
  tryAgain: 'common.tryAgain',
  sendPhotos: 'orderConfirm.sendingPhotos',
  quote: 'orderForm.quoting',
  sendForFree: 'orderConfirm.sendForFree',
  pay: 'orderConfirm.pay',
} as const satisfies Record<ConfirmAction, MessageKey>

/** On phones: the total and the end of free cancellation beside the button. */
export function ConfirmBar({ placement, form }: DraftPriceProps) {
  const intl = useIntl()
  const total = useTotal(placement)
  return (
    <StickyAction
      alert={<ConfirmAlert placement={placement} />}
      summary={
        <>
          {total && <div className={styles.total}>{formatMoney(total, intl)}</div>}
          <FreeCancellation form={form} />
        </>
      }
    >
      <PayButton placement={placement} />
    </StickyAction>
  )
}

/** On wide windows: the price with the button under it. */
export const ConfirmCard = ({ placement, form }: DraftPriceProps) => (
  <div className={styles.card}>
    <Card>
      <DraftPrice placement={placement} form={form} />
      <div className={styles.pay}>
        <FreeCancellation form={form} />
        <ConfirmAlert placement={placement} />
        <PayButton placement={placement} />
      </div>
    </Card>
  </div>
)

const useTotal = (placement: PlacementActor) =>
  useSelector(placement, (snapshot) => selectPrice(snapshot)?.total, shallowEqual)

const useIsBusy = (placement: PlacementActor) =>
  useSelector(
    placement,
    (snapshot) => selectPlacementIsBusy(snapshot) || selectConfirmAction(snapshot) === 'openPayment',
  )

function PayButton({ placement }: Pick<DraftPriceProps, 'placement'>) {
  const intl = useIntl()
  const canSubmit = useSelector(placement, (snapshot) => snapshot.can({ type: 'order.submit' }))
  const action = useSelector(placement, selectConfirmAction)
  const isBusy = useIsBusy(placement)
  const total = useTotal(placement)
  return (
    <Button
      kind="gold"
      busy={isBusy}
      disabled={!canSubmit && !isBusy}
      onClick={() => placement.send({ type: 'order.submit' })}
    >
      {intl.formatMessage({ id: labels[action] }, total && { amount: formatMoney(total, intl) })}
    </Button>
  )
}

function ConfirmAlert({ placement }: Pick<DraftPriceProps, 'placement'>) {
  const problem = useSelector(placement, selectPlacementProblem)
  const action = useSelector(placement, selectConfirmAction)
  const isBusy = useIsBusy(placement)
  if (action === 'tryAgain') return <PlacementAlert problem={{ code: 'outcomeUnknown' }} />
  return problem && !isBusy ? <PlacementAlert problem={problem} /> : null
}

/** In the pickup site's time zone. */
function FreeCancellation({ form }: Pick<DraftPriceProps, 'form'>) {
  const intl = useIntl()
  const now = useNow()
  const { timeZone, regionName: city } = useSelector(form, selectPlace).site
  const promises = useDraftPromises(form)
  if (promises?.cancelTerms !== 'freeUntil') return null
  const time = formatTime(promises.freeCancellationUntil, { timeZone, now, intl, city, inSentence: true })
  return (
    <div className="small">
      <FormattedMessage id="promises.cancel.freeUntil" values={{ time: <b>{time}</b> }} />
    </div>
  )
}
