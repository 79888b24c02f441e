import type { ChangePreview } from '@handsfree/core/contract'
import { failureText, formatMoney, formatTime } from '@handsfree/core/i18n'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { selectChangePreview, selectChangeProblem } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { Alert, Button, DescriptionItem, DescriptionList, Sheet } from '../../ui/index.ts'
import type { ChangeProps } from './change-props.ts'
import styles from './OrderChange.module.css'

export function ChangeSheet({ change, order, isForCaller = false }: ChangeProps) {
  const intl = useIntl()
  const snapshot = useSelector(change, (current) => current)
  const preview = selectChangePreview(snapshot)
  const isOutcomeUnknown = snapshot.matches('outcomeUnknown')
  const isBusy = snapshot.matches('posting')
  const title = isForCaller ? 'orderChange.caller.sheetTitle' : 'orderChange.sheetTitle'
  const isOpen = isOutcomeUnknown || isBusy || snapshot.matches('previewed')
  const text = (id: MessageKey) => intl.formatMessage({ id })
  if (!preview) return null
  const close = () => change.send({ type: 'change.edit' })
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={text(isOutcomeUnknown ? 'orderChange.outcomeUnknown' : title)}
      closeLabel={text('common.close')}
      action={
        <div className={styles.actions}>
          <Button
            kind="gold"
            busy={isBusy}
            onClick={() => change.send({ type: isOutcomeUnknown ? 'change.retry' : 'change.confirm' })}
          >
            {isOutcomeUnknown ? (
              text('common.tryAgain')
            ) : (
              <Confirm preview={preview} isForCaller={isForCaller} />
            )}
          </Button>
          {!isOutcomeUnknown && (
            <Button kind="ghost" disabled={isBusy} onClick={close}>
              {text('orderChange.goOn')}
            </Button>
          )}
        </div>
      }
    >
      <SheetAlert change={change} isForCaller={isForCaller} />
      <ChangeSummary preview={preview} order={order} isForCaller={isForCaller} />
    </Sheet>
  )
}

type ConfirmProps = Pick<ChangeProps, 'isForCaller'> & { preview: ChangePreview }

function Confirm({ preview: { kind, difference }, isForCaller }: ConfirmProps) {
  const intl = useIntl()
  const { amount, currency } = difference
  const ask = isForCaller ? 'orderChange.start.destination' : 'orderChange.ask'
  const pay = isForCaller ? 'orderChange.caller.pay' : 'orderChange.pay'
  const id = kind === 'destination' ? ask : amount > 0 ? pay : 'orderChange.confirm'
  return <FormattedMessage id={id} values={{ amount: formatMoney({ amount, currency }, intl) }} />
}

function SheetAlert({ change, isForCaller }: Pick<ChangeProps, 'change' | 'isForCaller'>) {
  const intl = useIntl()
  const problem = useSelector(change, selectChangeProblem)
  const isOutcomeUnknown = useSelector(change, (snapshot) => snapshot.matches('outcomeUnknown'))
  if (!problem) return null
  const isNew = isRefusedWith(problem, errorCodes.billingRuleNotFound)
  return (
    <div className={styles.alert}>
      <Alert tone={isNew || isOutcomeUnknown ? 'sky' : 'coral'} panel>
        {isNew && <FormattedMessage id="orderChange.newDifference" />}
        {isOutcomeUnknown && (
          <FormattedMessage
            id={isForCaller ? 'orderChange.caller.outcomeUnknownDetail' : 'orderChange.outcomeUnknownDetail'}
          />
        )}
        {!isNew && !isOutcomeUnknown && failureText(intl, problem)}
      </Alert>
    </div>
  )
}

type ChangeSummaryProps = ConfirmProps & Pick<ChangeProps, 'order'>

function ChangeSummary({ preview, order, isForCaller }: ChangeSummaryProps) {
  const intl = useIntl()
  const now = useNow()
  const { kind, difference, total, minutes, refundHours } = preview
  const { timeZone, cityName: city } = order
  const time = (instant: string) => formatTime(instant, { timeZone, city, now, intl })
  const money = { ...difference, amount: Math.abs(difference.amount) }
  const isDestinationRequest = kind === 'destination'
  const direction = difference.amount > 0 ? 'more' : difference.amount < 0 ? 'back' : 'same'
  const words = isDestinationRequest ? 'wish' : direction
  const isFreeAfter = !isDestinationRequest && Date.parse(preview.freeCancellationUntil) > now
  return (
    <>
      <DescriptionList>
        {!isDestinationRequest && (
          <>
            <DescriptionItem
              label={
                <FormattedMessage
                  id={
                    isForCaller && direction === 'back'
                      ? 'orderChange.caller.back'
                      : `orderChange.${direction}`
                  }
                />
              }
              strong
            >
              {formatMoney(money, intl)}
            </DescriptionItem>
            <DescriptionItem label={<FormattedMessage id="orderChange.total" />}>
              {formatMoney(total, intl)}
            </DescriptionItem>
            <DescriptionItem label={<FormattedMessage id="orderForm.pickup" />}>
              {time(preview.pickupTime)}
            </DescriptionItem>
          </>
        )}
        <DescriptionItem label={<FormattedMessage id="orderForm.delivery" />}>
          {time(preview.deliveryTime)}
        </DescriptionItem>
        {isFreeAfter && (
          <DescriptionItem label={<FormattedMessage id="orderChange.freeUntil" />}>
            {time(preview.freeCancellationUntil)}
          </DescriptionItem>
        )}
      </DescriptionList>
      {!isDestinationRequest && !isFreeAfter && (
        <p className={styles.words}>
          <FormattedMessage id="orderChange.notFreeAfter" />
        </p>
      )}
      <p className={styles.words}>
        <FormattedMessage
          id={isForCaller ? `orderChange.caller.${words}Words` : `orderChange.${words}Words`}
          values={{ minutes, refundHours }}
        />
      </p>
    </>
  )
}
