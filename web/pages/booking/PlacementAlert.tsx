import type { PlacementProblem } from '@handsfree/core/booking'
import { placementProblemText } from '@handsfree/core/booking'
import { useIntl } from 'react-intl'
import { Alert } from '../../ui/index.ts'

export function PlacementAlert({ problem }: { problem: PlacementProblem | { code: 'outcomeUnknown' } }) {
  const intl = useIntl()
  const isPriceUpdate = problem.code === 'priceChanged' || problem.code === 'quoteExpired'
  return (
    <Alert tone={isPriceUpdate ? 'sky' : 'coral'} panel>
      {placementProblemText(intl, problem)}
    </Alert>
  )
}
