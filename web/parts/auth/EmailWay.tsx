import { createSignInWays } from '@handsfree/core/auth'
import type { MessageKey } from '@handsfree/core/i18n'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { FormattedMessage } from 'react-intl'
import { useSearch } from 'wouter'
import { withNext } from '../../app/address.ts'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, TextLink } from '../../ui/index.ts'

export const emailSignInPath = '/sign/email'

function useWays() {
  const reading = useScreenActor(createSignInWays)
  return useSelector(reading, selectValue(reading))
}

/** The link to the sign-in by e-mail, if the server mails codes. */
export function EmailWay({ messageKey }: { messageKey: MessageKey }) {
  const search = useSearch()
  return (
    useWays()?.email && (
      <TextLink href={withNext(emailSignInPath, search)}>
        <FormattedMessage id={messageKey} />
      </TextLink>
    )
  )
}

/** Like `EmailWay`, in an alert if text messages are switched off. */
export function EmailWayOrAlert() {
  const ways = useWays()
  const search = useSearch()
  if (!ways?.email) return null
  const link = (
    <TextLink href={withNext(emailSignInPath, search)}>
      <FormattedMessage id="signIn.byEmail" />
    </TextLink>
  )
  if (ways.text) return link
  return (
    <Alert tone="sky" panel action={link}>
      <FormattedMessage id="signIn.textsOff" />
    </Alert>
  )
}
