import { type KeyCodeActor, selectKeyCodeWait } from '@handsfree/core/auth'
import { countdownFigures } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button, TextLink } from '../../ui/index.ts'
import { CodeBoxes, type CodeBoxesProps } from './CodeBoxes.tsx'

export type KeyCodeProps = Pick<CodeBoxesProps, 'refusalText'> & {
  actor: KeyCodeActor
  way: 'phone' | 'email'
}

/** The field for a sent code, with its problems, and the code itself in the demo. */
export function KeyCodeField({ actor, way, refusalText }: KeyCodeProps) {
  const { code, problem, sent } = useSelector(actor, ({ context }) => context)
  const canType = useSelector(actor, (snapshot) => snapshot.can({ type: 'code.change', code: '' }))
  const setCode = (typed: string) => actor.send({ type: 'code.change', code: typed })
  return (
    <>
      <CodeBoxes
        {...{ code, problem, canType, refusalText }}
        validity={sent ? 'works' : 'mayWork'}
        onChange={setCode}
        onSubmit={() => actor.send({ type: 'code.submit' })}
      />
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
