import { promised } from '@handsfree/core/words'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const FeedbackSent = ({ bar }: { bar: ReactNode }) => {
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
        <FormattedMessage id="feedback.sentDetail" values={promised(intl)} />
      </EmptyState>
    </Page>
  )
}
