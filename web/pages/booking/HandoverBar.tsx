import { placementProblemText } from '@handsfree/core/booking'
import { failureText, formatMoney } from '@handsfree/core/i18n'
import { errorCodes, fieldOf, isRefusedWith, reasonOf } from '@handsfree/core/lib'
import { type HandoverActor, selectGuestOrder, selectHandoverProblem } from '@handsfree/core/orders'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, StickyAction } from '../../ui/index.ts'
import styles from './HandoverTag.module.css'

export function HandoverBar({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  const total = useSelector(handover, (snapshot) => selectGuestOrder(snapshot)?.quote.total)
  const isBusy = useSelector(handover, (snapshot) => snapshot.hasTag('busy'))
  const isOutcomeUnknown = useSelector(handover, (snapshot) => snapshot.matches('outcomeUnknown'))
  const isWaiting = useSelector(handover, (snapshot) => snapshot.matches('waitingForPhotos'))
  const label = isOutcomeUnknown
    ? 'common.tryAgain'
    : isWaiting
      ? 'orderConfirm.sendingPhotos'
      : total?.amount === 0
        ? 'orderConfirm.sendForFree'
        : 'orderConfirm.pay'
  return (
    <StickyAction alert={!isBusy && <HandoverAlert handover={handover} />}>
      <div className={styles.actions}>
        <Button
          kind="gold"
          busy={isBusy}
          onClick={() => handover.send({ type: isOutcomeUnknown ? 'handover.retry' : 'handover.submit' })}
        >
          {intl.formatMessage({ id: label }, total && { amount: formatMoney(total, intl) })}
        </Button>
        {isWaiting && (
          <Button kind="ghost" onClick={() => handover.send({ type: 'handover.edit' })}>
            <FormattedMessage id="feedback.edit" />
          </Button>
        )}
      </div>
    </StickyAction>
  )
}

function HandoverAlert({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  const problem = useSelector(handover, selectHandoverProblem)
  if (!problem) return null
  if (isRefusedWith(problem, errorCodes.billingRuleNotFound)) {
    return (
      <Alert tone="sky" panel>
        <FormattedMessage id="handover.newPrice" />
      </Alert>
    )
  }
  const text =
    problem.kind === 'refused'
      ? placementProblemText(intl, {
          code: 'refused',
          errorCode: problem.code,
          field: fieldOf(problem.details),
          reason: reasonOf(problem.details),
        })
      : failureText(intl, problem)
  return (
    <Alert tone="coral" panel>
      {text}
    </Alert>
  )
}
