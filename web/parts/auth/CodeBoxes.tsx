import { type AuthProblem, codeProblemText, extractCode, isAboutCode } from '@handsfree/core/auth'
import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { Alert, OtpField, TextLink } from '../../ui/index.ts'

export type CodeBoxesProps = {
  code: string
  problem: AuthProblem | null
  canType: boolean
  /** Whether an earlier code works. */
  validity: Parameters<typeof codeProblemText>[2]
  /** Text for a refusal after the right code, by error code; undefined for the usual one. */
  refusalText?: ((errorCode: number) => string | undefined) | undefined
  onChange: (code: string) => void
  onSubmit: () => void
}

/** Problems with the digits show at the boxes, other problems above "Resend". */
export function CodeBoxes({
  code,
  problem,
  canType,
  validity,
  refusalText,
  onChange,
  onSubmit,
}: CodeBoxesProps) {
  const intl = useIntl()
  const refused = problem?.code === 'refused' ? refusalText?.(problem.errorCode) : undefined
  const errorText = refused ?? (problem && codeProblemText(intl, problem, validity))
  const isAboutDigits = problem !== null && isAboutCode(problem)
  return (
    <>
      <OtpField
        label={intl.formatMessage({ id: 'code.label' }, { digits: policy.codeDigits })}
        length={policy.codeDigits}
        value={code}
        onChange={onChange}
        onSubmit={onSubmit}
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
            canType && <TextLink onClick={onSubmit}>{intl.formatMessage({ id: 'common.tryAgain' })}</TextLink>
          }
        >
          {errorText}
        </Alert>
      )}
    </>
  )
}
