import { type OfficeActActor, selectOfficeProblem } from '@handsfree/core/office'
import { useSelector } from '@xstate/react'
import { FailureAlert } from '../../parts/reading/FailureAlert.tsx'

/** Why the latest act failed. */
export function OfficeProblem({ actor }: { actor: OfficeActActor }) {
  const problem = useSelector(actor, selectOfficeProblem)
  return problem && <FailureAlert failure={problem} />
}
