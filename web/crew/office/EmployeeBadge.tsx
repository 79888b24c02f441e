import type { Employee } from '@handsfree/core/contract'
import { FormattedMessage } from 'react-intl'
import { StatusBadge } from '../../ui/index.ts'

type EmployeeState = 'disabled' | 'active' | 'invited'

export const stateOf = ({ isDisabled, hasPassword }: Employee): EmployeeState =>
  isDisabled ? 'disabled' : hasPassword ? 'active' : 'invited'

const tones = { disabled: 'plain', active: 'mint', invited: 'gold' } as const

export function EmployeeBadge({ employee }: { employee: Employee }) {
  const state = stateOf(employee)
  return (
    <StatusBadge tone={tones[state]}>
      <FormattedMessage id="crewOffice.employeeState" values={{ state }} />
    </StatusBadge>
  )
}
