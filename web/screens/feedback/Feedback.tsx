import { createFeedback, selectFeedbackIsSent } from '@handsfree/core/feedback'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { FeedbackSent } from './FeedbackSent.tsx'

export default function Feedback() {
  const intl = useIntl()
  const feedback = useScreenActor(createFeedback)
  const isSent = useSelector(feedback, selectFeedbackIsSent)
  const bar = <BackBar title={intl.formatMessage({ id: 'feedback.title' })} />
  return isSent ? <FeedbackSent bar={bar} /> : <FeedbackForm feedback={feedback} bar={bar} />
}
