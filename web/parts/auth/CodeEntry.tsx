import {
  selectAuthProblem,
  selectCanResend,
  selectCode,
  selectCodeValidity,
  selectDemoCode,
  selectIsCodeSpent,
  selectIsCountingDown,
  selectIsResending,
  selectIsSignInStarting,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { countdownFigures } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Button, TextLink } from '../../ui/index.ts'
import { CodeBoxes, type CodeBoxesProps } from './CodeBoxes.tsx'
import styles from './VerificationCode.module.css'

/** The demo doesn't send text messages; a tap fills in the code. */
export function DemoCode() {
  const { auth } = useApp()
  const demoCode = useSelector(auth, selectDemoCode)
  const canFill = useSelector(
    auth,
    (snapshot) => demoCode !== null && snapshot.can({ type: 'code.change', code: demoCode }),
  )
  if (demoCode === null) return null
  return (
    <p className={styles.demo}>
      <FormattedMessage id="code.demo" />{' '}
      <TextLink disabled={!canFill} onClick={() => auth.send({ type: 'code.change', code: demoCode })}>
        <FormattedMessage id="code.demoFill" values={{ code: demoCode }} />
      </TextLink>
    </p>
  )
}

export type CodeFieldProps = Pick<CodeBoxesProps, 'refusalText'>

/** The field for the texted code. */
export function CodeField({ refusalText }: CodeFieldProps) {
  const { auth } = useApp()
  const code = useSelector(auth, selectCode)
  const problem = useSelector(auth, selectAuthProblem)
  const canType = useSelector(
    auth,
    (snapshot) => !selectIsSignInStarting(snapshot) && snapshot.can({ type: 'code.change', code: '' }),
  )
  const validity = useSelector(auth, selectCodeValidity)
  return (
    <CodeBoxes
      {...{ code, problem, canType, validity, refusalText }}
      onChange={(value) => auth.send({ type: 'code.change', code: value })}
      onSubmit={() => auth.send({ type: 'code.submit' })}
    />
  )
}

/** Screen readers announce the countdown only at these seconds. */
const spokenSeconds = [30, 10]

export function ResendButton() {
  const intl = useIntl()
  const { auth } = useApp()
  const isSpent = useSelector(auth, selectIsCodeSpent)
  const secondsLeft = useSelector(auth, selectSecondsLeft)
  const canResend = useSelector(auth, selectCanResend)
  const isCounting = useSelector(auth, selectIsCountingDown)
  const isResending = useSelector(auth, selectIsResending)
  const milestone = spokenSeconds.findLast((seconds) => secondsLeft <= seconds)
  return (
    <>
      <Button
        kind={isSpent ? 'gold' : 'ghost'}
        busy={isResending}
        disabled={!canResend && !isResending}
        onClick={() => auth.send({ type: 'code.resend' })}
      >
        {isCounting ? (
          <FormattedMessage id="code.resendIn" values={{ time: countdownFigures(intl, secondsLeft) }} />
        ) : (
          <FormattedMessage id="code.resend" />
        )}
      </Button>
      <p className="unseen" role="status">
        {isCounting
          ? milestone && <FormattedMessage id="code.resendSpoken" values={{ seconds: milestone }} />
          : canResend && <FormattedMessage id="code.resendReady" />}
      </p>
    </>
  )
}
