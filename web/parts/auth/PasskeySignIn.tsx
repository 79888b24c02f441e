import type { App } from '@handsfree/core'
import {
  type PasskeySignInActor,
  passkeyProblemText,
  selectHasPasskeys,
  selectIsUsingPasskey,
  selectPasskeySignInProblem,
} from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { LogIn } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, Button } from '../../ui/index.ts'
import styles from './PasskeySignIn.module.css'

export type PasskeySignInProps = { create: (app: App) => PasskeySignInActor }

/** A button, and the passkeys that the page's phone field suggests. Shows nothing on devices without passkeys. */
export function PasskeySignIn({ create }: PasskeySignInProps) {
  const intl = useIntl()
  const actor = useScreenActor(create)
  const hasPasskeys = useSelector(actor, selectHasPasskeys)
  const problem = useSelector(actor, selectPasskeySignInProblem)
  const isBusy = useSelector(actor, selectIsUsingPasskey)
  if (!hasPasskeys) return null
  return (
    <div className={styles.part}>
      <Button
        kind="ghost"
        icon={<LogIn size={20} aria-hidden="true" />}
        busy={isBusy}
        onClick={() => actor.send({ type: 'passkey.use' })}
      >
        <FormattedMessage id="passkeySignIn.use" />
      </Button>
      {problem && (
        <Alert tone="coral" panel>
          {passkeyProblemText(intl, problem)}
        </Alert>
      )}
    </div>
  )
}
