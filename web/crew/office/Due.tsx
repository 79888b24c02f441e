import { FormattedMessage } from 'react-intl'
import { StatusBadge } from '../../ui/index.ts'

/** A deadline of ours. */
export function Due({ time, isOverdue }: { time: string; isOverdue: boolean }) {
  return (
    <StatusBadge tone={isOverdue ? 'coral' : 'sky'}>
      <FormattedMessage id={isOverdue ? 'crewOffice.overdue' : 'crewOffice.dueBy'} values={{ time }} />
    </StatusBadge>
  )
}
