import {
  codeProblemText,
  extractCode,
  isAboutCode,
  type KeyCodeActor,
  selectKeyCodeWait,
} from '@handsfree/core/auth'
import { countdownFigures } from '@handsfree/core/i18n'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, Button, OtpField, TextLink } from '../../ui/index.ts'

export type KeyCodeProps = {
  actor: KeyCodeActor
  way: 'phone' | 'email'
  /** Text for a refusal after the right code, by error code; undefined for the usual one. */
  refusalText?: (errorCode: number) => string | undefined
}

/** The field for a sent code, with its problems, and the code itself in the demo. */
export function KeyCodeField({ actor, way, refusalText }: KeyCodeProps) {
  const intl = useIntl()
  const { code, problem, sent } = useSelector(actor, ({ context }) => context)
  const canType = useSelector(actor, (snapshot) => snapshot.can({ type: 'code.change', code: '' }))
  const refused = problem?.code === 'refused' ? refusalText?.(problem.errorCode) : undefined
  const errorText = refused ?? (problem && codeProblemText(intl, problem, sent ? 'works' : 'mayWork'))
  const isAboutDigits = problem !== null && isAboutCode(problem)
  const setCode = (typed: string) => actor.send({ type: 'code.change', code: typed })
  const submit = () => actor.send({ type: 'code.submit' })
  return (
    <>
      <OtpField
        label={intl.formatMessage({ id: 'code.label' }, { digits: policy.codeDigits })}
        length={policy.codeDigits}
        value={code}
        onChange={setCode}
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
      {sent?.demoCode && (
        <p className="small">
          <FormattedMessage id={way === 'email' ? 'code.demoMail' : 'code.demo'} />{' '}
          <TextLink disabled={!canType} onClick={() => setCode(sent.demoCode ?? '')}>
            <FormattedMessage id="code.demoFill" values={{ code: sent.demoCode }} />
          </TextLink>
        </p>
      )}
    </>
  )
}

export function KeyCodeResend({ actor }: Pick<KeyCodeProps, 'actor'>) {
  const intl = useIntl()
  const wait = useSelector(actor, selectKeyCodeWait)
  const isResending = useSelector(actor, (snapshot) => snapshot.matches({ entering: 'resending' }))
  const canResend = useSelector(actor, (snapshot) => snapshot.can({ type: 'code.resend' }))
  return (
    <Button
      kind="ghost"
      busy={isResending}
      disabled={!canResend && !isResending}
      onClick={() => actor.send({ type: 'code.resend' })}
    >
      {wait === null ? (
        <FormattedMessage id="code.resend" />
      ) : (
        <FormattedMessage id="code.resendIn" values={{ time: countdownFigures(intl, wait) }} />
      )}
    </Button>
  )
}
