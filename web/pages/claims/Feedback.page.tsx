import { createFeedback, selectFeedbackIsSent } from '@handsfree/core/claims'
import { promiseValues } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, EmptyState, Page } from '../../ui/index.ts'
import { FeedbackForm } from './FeedbackForm.tsx'

export default function Feedback() {
  const intl = useIntl()
  const feedback = useScreenActor(createFeedback)
  const isSent = useSelector(feedback, selectFeedbackIsSent)
  const bar = <BackBar title={intl.formatMessage({ id: 'feedback.title' })} />
  return isSent ? <FeedbackSent bar={bar} /> : <FeedbackForm feedback={feedback} bar={bar} />
}

const FeedbackSent = ({ bar }: { bar: ReactNode }) => {
  const intl = useIntl()
  return (
    <Page bar={bar} centered>
      <EmptyState
        role="status"
        title={<FormattedMessage id="feedback.sentTitle" />}
        action={
          <>
            <Button href="/">
              <FormattedMessage id="common.goHome" />
            </Button>
            <Button kind="ghost" href="/feedback">
              <FormattedMessage id="feedback.another" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="feedback.sentDetail" values={promiseValues(intl)} />
      </EmptyState>
    </Page>
  )
}
