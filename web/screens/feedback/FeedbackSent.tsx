import { policy } from '@handsfree/core/policy'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const FeedbackSent = ({ bar }: { bar: ReactNode }) => (
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
      <FormattedMessage id="feedback.sentDetail" values={policy} />
    </EmptyState>
  </Page>
)
