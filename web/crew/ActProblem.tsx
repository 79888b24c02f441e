import { type ActName, actProblemText } from '@handsfree/core/crew'
import { type ApiFailure, errorCodes, isRefusedWith } from '@handsfree/core/lib'
import { FormattedMessage, useIntl } from 'react-intl'
import { Alert, TextLink } from '../ui/index.ts'

export type ActProblemProps = { act: ActName; problem: ApiFailure }

/** Why an act was refused, with a link to the remedy. */
export function ActProblem({ act, problem }: ActProblemProps) {
  const intl = useIntl()
  return (
    <Alert
      tone="coral"
      panel
      action={
        isRefusedWith(problem, errorCodes.attendanceNotExists) && (
          <TextLink href="/crew/shift">
            <FormattedMessage id="crewHome.startShift" />
          </TextLink>
        )
      }
    >
      {actProblemText(intl, act, problem)}
    </Alert>
  )
}
