import {
  selectCanResend,
  selectIsCodeSpent,
  selectIsCountingDown,
  selectIsResending,
  selectSecondsLeft,
} from '@handsfree/core/auth'
import { countdownFigures } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Button } from '../../ui/index.ts'

/** The countdown is read out at these seconds only. */
const spoken = [30, 10]

export function ResendButton() {
  const intl = useIntl()
  const { auth } = useApp()
  const isSpent = useSelector(auth, selectIsCodeSpent)
  const secondsLeft = useSelector(auth, selectSecondsLeft)
  const canResend = useSelector(auth, selectCanResend)
  const isCounting = useSelector(auth, selectIsCountingDown)
  const isResending = useSelector(auth, selectIsResending)
  const milestone = spoken.findLast((seconds) => secondsLeft <= seconds)
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
