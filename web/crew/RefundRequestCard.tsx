import type { RefundRequest } from '@handsfree/core/contract'
import { refundActText, refundProblemText, refundStateText } from '@handsfree/core/crew'
import { formatMoney, joinParts } from '@handsfree/core/i18n'
import { createOfficeAct, selectOfficeProblem, selectSendingCall } from '@handsfree/core/office'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../app/useScreenActor.ts'
import { Alert, Button, Card, Field, StatusBadge, type StatusBadgeProps, TextControl } from '../ui/index.ts'
import { useMember } from './member.ts'
import styles from './RefundRequestCard.module.css'
import { maxReasonLength } from './ReportFields.tsx'

const tones: Record<RefundRequest['state'], StatusBadgeProps['tone']> = {
  waiting: 'gold',
  approved: 'mint',
  rejected: 'coral',
  withdrawn: 'plain',
}

type RefundRequestCardProps = { request: RefundRequest; onDecided: () => void }

/** A refund that needs a second operator. Others approve or reject it; the requester can withdraw it. */
export function RefundRequestCard({ request, onDecided }: RefundRequestCardProps) {
  const intl = useIntl()
  const { amount, words, requester, state, reason } = request
  return (
    <Card>
      <div className={styles.request}>
        <div className={styles.line}>
          <strong>{joinParts([refundActText(intl, request), formatMoney(amount, intl)])}</strong>
          <StatusBadge tone={tones[state]}>{refundStateText(intl, request)}</StatusBadge>
        </div>
        <p>
          <span className="soft">
            <FormattedMessage id="crewRefund.by" values={{ name: requester.name ?? requester.employeeId }} />
          </span>{' '}
          {words}
        </p>
        {reason && (
          <p>
            <span className="soft">
              <FormattedMessage id="crewRefund.because" />
            </span>{' '}
            {reason}
          </p>
        )}
        {state === 'waiting' && <Decision request={request} onDecided={onDecided} />}
      </div>
    </Card>
  )
}

function Decision({ request: { requestId, requester }, onDecided }: RefundRequestCardProps) {
  const intl = useIntl()
  const { employeeId } = useMember()
  const actor = useScreenActor((app) => createOfficeAct(app, onDecided))
  const sending = useSelector(actor, selectSendingCall)
  const problem = useSelector(actor, selectOfficeProblem)
  const params = { requestId }
  const alert = problem && (
    <Alert tone="coral" panel>
      {refundProblemText(intl, problem)}
    </Alert>
  )
  if (requester.employeeId === employeeId) {
    return (
      <>
        {alert}
        <div>
          <Button
            kind="ghost"
            busy={sending === 'operatorWithdrawRefund'}
            onClick={() =>
              actor.send({
                type: 'act.send',
                act: { name: 'operatorWithdrawRefund', request: { params, body: {} } },
              })
            }
          >
            <FormattedMessage id="crewRefund.withdraw" />
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      {alert}
      <div>
        <Button
          busy={sending === 'operatorApproveRefund'}
          disabled={sending === 'operatorRejectRefund'}
          onClick={() =>
            actor.send({
              type: 'act.send',
              act: { name: 'operatorApproveRefund', request: { params, body: {} } },
            })
          }
        >
          <FormattedMessage id="crewRefund.approve" />
        </Button>
      </div>
      <form
        className={styles.request}
        onSubmit={(event) => {
          event.preventDefault()
          const reason = String(new FormData(event.currentTarget).get('reason'))
          actor.send({
            type: 'act.send',
            act: { name: 'operatorRejectRefund', request: { params, body: { reason } } },
          })
        }}
      >
        <Field
          label={intl.formatMessage({ id: 'crewRefund.reason' })}
          hint={intl.formatMessage({ id: 'crewRefund.reasonHint' })}
        >
          <TextControl name="reason" required maxLength={maxReasonLength} />
        </Field>
        <div>
          <Button
            type="submit"
            kind="ghost"
            busy={sending === 'operatorRejectRefund'}
            disabled={sending === 'operatorApproveRefund'}
          >
            <FormattedMessage id="crewRefund.reject" />
          </Button>
        </div>
      </form>
    </>
  )
}
