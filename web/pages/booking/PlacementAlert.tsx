import type { PlacementProblem } from '@handsfree/core/booking'
import { placementProblemWords } from '@handsfree/core/booking'
import { useIntl } from 'react-intl'
import { Alert } from '../../ui/index.ts'

export function PlacementAlert({ problem }: { problem: PlacementProblem | { code: 'outcomeUnknown' } }) {
  const intl = useIntl()
  const isNews = problem.code === 'priceChanged' || problem.code === 'quoteExpired'
  return (
    <Alert tone={isNews ? 'sky' : 'coral'} panel>
      {placementProblemWords(intl, problem)}
    </Alert>
  )
}
