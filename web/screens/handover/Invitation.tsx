import { createHandoverSummary } from '@handsfree/core/handover'
import { selectValue } from '@handsfree/core/reading'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { signInPath } from '../../app/address.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { LoadingPage, Unread } from '../../reading/Unread.tsx'
import { Button, Headline, Page, Skeleton, StickyAction } from '../../ui/index.ts'
import { LinkEnded } from './LinkEnded.tsx'

/** Says what the link is for, to a guest who has not signed in. */
export function Invitation({ token, bar }: { token: string; bar: ReactNode }) {
  const actor = useScreenActor((app) => createHandoverSummary(app, token))
  const summary = useSelector(actor, selectValue(actor))
  if (!summary) {
    const loading = (
      <LoadingPage bar={bar}>
        <Skeleton width="72%" height="32px" />
        <Skeleton width="88%" />
      </LoadingPage>
    )
    return <Unread reading={actor} bar={bar} loading={loading} notThere={<LinkEnded />} />
  }
  return (
    <Page
      bar={bar}
      action={
        <StickyAction>
          <Button href={signInPath(`/handover/${token}`)}>
            <FormattedMessage id="handover.signIn" />
          </Button>
        </StickyAction>
      }
    >
      <Headline level={2} detail={<FormattedMessage id="handover.invitation" values={summary} />}>
        <FormattedMessage id="handover.ready" />
      </Headline>
      <p className="soft">
        <FormattedMessage id="handover.sameNumber" />
      </p>
    </Page>
  )
}
