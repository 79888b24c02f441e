import {
  codeIn,
  isAboutCode,
  selectAuthProblem,
  selectCode,
  selectCodeValidity,
  selectIsSignInStarting,
} from '@handsfree/core/auth'
import { policy } from '@handsfree/core/policy'
import { codeProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { useApp } from '../../app/context.ts'
import { Alert, OtpField, TextLink } from '../../ui/index.ts'

/** Problems of the digits are shown at the boxes, the others above the button that sends another code. */
export function CodeField() {
  const intl = useIntl()
  const { auth } = useApp()
  const code = useSelector(auth, selectCode)
  const problem = useSelector(auth, selectAuthProblem)
  const canType = useSelector(
    auth,
    (snapshot) => !selectIsSignInStarting(snapshot) && snapshot.can({ type: 'code.change', code: '' }),
  )
  const validity = useSelector(auth, selectCodeValidity)
  const words = problem && codeProblemWords(intl, problem, validity)
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
        digitsOf={codeIn}
        boxLabel={(position) =>
          intl.formatMessage({ id: 'code.digit' }, { position, digits: policy.codeDigits })
        }
        readOnly={!canType}
        autoFocus
        error={isAboutDigits && words ? words : undefined}
      />
      {!isAboutDigits && words && (
        <Alert
          tone={problem?.code === 'tooSoon' ? 'sky' : 'coral'}
          panel
          action={
            code.length === policy.codeDigits &&
            canType && <TextLink onClick={submit}>{intl.formatMessage({ id: 'common.tryAgain' })}</TextLink>
          }
        >
          {words}
        </Alert>
      )}
    </>
  )
}
