import {
  codeProblemText,
  extractCode,
  isAboutCode,
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
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/useApp.ts'
import { Alert, Button, OtpField, TextLink } from '../../ui/index.ts'
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

export type CodeFieldProps = {
  /** Text for a refusal after the right code, by error code; undefined for the usual one. */
  refusalText?: (errorCode: number) => string | undefined
}

/** Problems with the digits show at the boxes, other problems above "Resend". */
export function CodeField({ refusalText }: CodeFieldProps) {
  const intl = useIntl()
  const { auth } = useApp()
  const code = useSelector(auth, selectCode)
  const problem = useSelector(auth, selectAuthProblem)
  const canType = useSelector(
    auth,
    (snapshot) => !selectIsSignInStarting(snapshot) && snapshot.can({ type: 'code.change', code: '' }),
  )
  const validity = useSelector(auth, selectCodeValidity)
  const refused = problem?.code === 'refused' ? refusalText?.(problem.errorCode) : undefined
  const errorText = refused ?? (problem && codeProblemText(intl, problem, validity))
  const isAboutDigits = problem !== null && isAboutCode(problem)
  const submit = () => auth.send({ type: 'code.submit' })

  return (
    <>
      <OtpField
        label={intl.formatMessage({ id: 'code.label' }, { digits: policy.codeDigits })}
        length={policy.codeDigits}
        value={code}
        onChange={(value) => auth.send({ type: 'code.change', code: value })}
        onSubmit={submit}
        digitsOf={extractCode}
        boxLabel={(position) =>
          intl.formatMessage({ id: 'code.digit' }, { position, digits: policy.codeDigits })
        }
        readOnly={!canType}
        autoFocus
        error={isAboutDigits && errorText ? errorText : undefined}
      />
      {!isAboutDigits && errorText && (
        <Alert
          tone={problem?.code === 'tooSoon' ? 'sky' : 'coral'}
          panel
          action={
            code.length === policy.codeDigits &&
            canType && <TextLink onClick={submit}>{intl.formatMessage({ id: 'common.tryAgain' })}</TextLink>
          }
        >
          {errorText}
        </Alert>
      )}
    </>
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
