import type { App } from '@handsfree/core'
import {
  type PasskeyProblem,
  type PasskeySignInActor,
  passkeyProblemText,
  selectHasPasskeys,
  selectIsUsingPasskey,
  selectPasskeySignInProblem,
} from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Alert, Button } from '../../ui/index.ts'
import styles from './PasskeySignIn.module.css'

export type PasskeySignInProps = {
  create: (app: App) => PasskeySignInActor
  /** The button's text; to sign in by default. */
  children?: ReactNode
  /** Text for a passkey that isn't accepted; undefined for the usual one. */
  unknownText?: string
}

/** A button, and the passkeys that the page's phone field suggests. Shows nothing on devices without passkeys. */
export function PasskeySignIn({ create, children, unknownText }: PasskeySignInProps) {
  const intl = useIntl()
  const actor = useScreenActor(create)
  const hasPasskeys = useSelector(actor, selectHasPasskeys)
  const problem = useSelector(actor, selectPasskeySignInProblem)
  const isBusy = useSelector(actor, selectIsUsingPasskey)
  if (!hasPasskeys) return null
  const problemText = (shown: PasskeyProblem) =>
    (shown.code === 'unknown' && unknownText) || passkeyProblemText(intl, shown)
  return (
    <div className={styles.part}>
      <Button
        kind="ghost"
        icon={<LogIn size={20} aria-hidden="true" />}
        busy={isBusy}
        onClick={() => actor.send({ type: 'passkey.use' })}
      >
        {children ?? <FormattedMessage id="passkeySignIn.use" />}
      </Button>
      {problem && (
        <Alert tone="coral" panel>
          {problemText(problem)}
        </Alert>
      )}
    </div>
  )
}
