import type { ChangePreview } from '@handsfree/core/contract'
import { failureWords, formatMoney, formatTime } from '@handsfree/core/i18n'
import { errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { selectChangePreview, selectChangeProblem } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../../app/message-key.ts'
import { useNow } from '../../app/useNow.ts'
import { Alert, Button, Fact, Facts, Sheet } from '../../ui/index.ts'
import type { ChangeProps } from './change-props.ts'
import styles from './OrderChange.module.css'

export function ChangeSheet({ change, order }: ChangeProps) {
  const intl = useIntl()
  const snapshot = useSelector(change, (current) => current)
  const preview = selectChangePreview(snapshot)
  const isUnknown = snapshot.matches('outcomeUnknown')
  const isBusy = snapshot.matches('posting')
  const isOpen = isUnknown || isBusy || snapshot.matches('previewed')
  const text = (id: MessageKey) => intl.formatMessage({ id })
  if (!preview) return null
  const close = () => change.send({ type: 'change.edit' })
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={text(isUnknown ? 'orderChange.outcomeUnknown' : 'orderChange.sheetTitle')}
      closeLabel={text('common.close')}
      action={
        <div className={styles.actions}>
          <Button
            kind="gold"
            busy={isBusy}
            onClick={() => change.send({ type: isUnknown ? 'change.retry' : 'change.confirm' })}
          >
            {isUnknown ? text('common.tryAgain') : <Confirm preview={preview} />}
          </Button>
          {!isUnknown && (
            <Button kind="ghost" disabled={isBusy} onClick={close}>
              {text('orderChange.goOn')}
            </Button>
          )}
        </div>
      }
    >
      <SheetAlert {...{ change, order }} />
      <Outlook preview={preview} order={order} />
    </Sheet>
  )
}

function Confirm({ preview: { kind, difference } }: { preview: ChangePreview }) {
  const intl = useIntl()
  const { amount, currency } = difference
  const id =
    kind === 'destination' ? 'orderChange.ask' : amount > 0 ? 'orderChange.pay' : 'orderChange.confirm'
  return <FormattedMessage id={id} values={{ amount: formatMoney({ amount, currency }, intl) }} />
}

function SheetAlert({ change }: ChangeProps) {
  const intl = useIntl()
  const problem = useSelector(change, selectChangeProblem)
  const isUnknown = useSelector(change, (snapshot) => snapshot.matches('outcomeUnknown'))
  if (!problem) return null
  const isNew = isRefusedWith(problem, errorCodes.billingRuleNotFound)
  return (
    <div className={styles.alert}>
      <Alert tone={isNew || isUnknown ? 'sky' : 'coral'} panel>
        {isNew && <FormattedMessage id="orderChange.newDifference" />}
        {isUnknown && <FormattedMessage id="orderChange.outcomeUnknownDetail" />}
        {!isNew && !isUnknown && failureWords(intl, problem)}
      </Alert>
    </div>
  )
}

function Outlook({ preview, order }: { preview: ChangePreview; order: ChangeProps['order'] }) {
  const intl = useIntl()
  const now = useNow()
  const { kind, difference, total, minutes, refundHours } = preview
  const { timeZone, cityName: city } = order
  const time = (instant: string) => formatTime(instant, { timeZone, city, now, intl })
  const money = { ...difference, amount: Math.abs(difference.amount) }
  const isWish = kind === 'destination'
  const sum = difference.amount > 0 ? 'more' : difference.amount < 0 ? 'back' : 'same'
  return (
    <>
      <Facts>
        {!isWish && (
          <>
            <Fact label={<FormattedMessage id={`orderChange.${sum}`} />} strong>
              {formatMoney(money, intl)}
            </Fact>
            <Fact label={<FormattedMessage id="orderChange.total" />}>{formatMoney(total, intl)}</Fact>
            <Fact label={<FormattedMessage id="orderForm.pickup" />}>{time(preview.pickupTime)}</Fact>
          </>
        )}
        <Fact label={<FormattedMessage id="orderForm.delivery" />}>{time(preview.deliveryTime)}</Fact>
        {!isWish && (
          <Fact label={<FormattedMessage id="orderChange.freeUntil" />}>
            {time(preview.freeCancellationUntil)}
          </Fact>
        )}
      </Facts>
      <p className={styles.words}>
        <FormattedMessage
          id={isWish ? 'orderChange.wishWords' : `orderChange.${sum}Words`}
          values={{ minutes, refundHours }}
        />
      </p>
    </>
  )
}
