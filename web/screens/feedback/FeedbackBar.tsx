import { errorCodes, isRefusedWith } from '@handsfree/core/api'
import {
  type FeedbackActor,
  selectFeedbackIsSending,
  selectFeedbackIsWaiting,
  selectFeedbackProblem,
} from '@handsfree/core/feedback'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { Alert, Button, StickyAction } from '../../ui/index.ts'

export function FeedbackBar({ feedback }: { feedback: FeedbackActor }) {
  const isWaiting = useSelector(feedback, selectFeedbackIsWaiting)
  const isSending = useSelector(feedback, selectFeedbackIsSending)
  const label = isWaiting ? 'feedback.waiting' : isSending ? 'feedback.sending' : 'feedback.send'
  return (
    <StickyAction
      alert={isWaiting ? <SendsItself /> : <SendAlert feedback={feedback} />}
      summary={
        isWaiting && (
          <Button kind="ghost" onClick={() => feedback.send({ type: 'feedback.edit' })}>
            <FormattedMessage id="feedback.edit" />
          </Button>
        )
      }
    >
      <Button busy={isWaiting || isSending} onClick={() => feedback.send({ type: 'feedback.send' })}>
        <FormattedMessage id={label} />
      </Button>
    </StickyAction>
  )
}

const SendsItself = () => (
  <Alert tone="sky">
    <FormattedMessage id="feedback.sendsItself" />
  </Alert>
)

function SendAlert({ feedback }: { feedback: FeedbackActor }) {
  const problem = useSelector(feedback, selectFeedbackProblem)
  if (!problem) return null
  return (
    <Alert tone="coral" panel>
      {isRefusedWith(problem, errorCodes.accessDenied) ? (
        <FormattedMessage id="feedback.tooMany" />
      ) : (
        <>
          <p>
            <FormattedMessage id="feedback.failed" />
          </p>
          <p>
            <FormattedMessage id="feedback.stillHere" />
          </p>
        </>
      )}
    </Alert>
  )
}
