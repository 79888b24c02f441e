import type { PlacementProblem } from '@handsfree/core/order'
import { policy } from '@handsfree/core/policy'
import { useIntl } from 'react-intl'
import { codeWords } from '../../errors/words.ts'
import type { MessageKeyUnder } from '../../message-key.ts'
import { Alert } from '../../ui/index.ts'

/** Fields that the server names when it refuses a draft, each with a word of ours. */
type KnownField = MessageKeyUnder<'placementProblem.field'>
const knownFields: readonly KnownField[] = [
  'roomPassword',
  'delivery',
  'pickupTime',
  'deliveryTime',
  'declaredValue',
  'photos',
  'receiver',
  'unpaidOrders',
]
const isKnownField = (field: string): field is KnownField => knownFields.some((known) => known === field)

/** Why the order is not placed yet: what happened, what is safe, what to do. */
export function PlacementNotice({ problem }: { problem: PlacementProblem | { code: 'unsure' } }) {
  const intl = useIntl()
  const words = () => {
    if (problem.code !== 'refused') {
      return intl.formatMessage({ id: `placementProblem.${problem.code}` }, policy)
    }
    return problem.field && isKnownField(problem.field)
      ? intl.formatMessage({ id: `placementProblem.field.${problem.field}` }, policy)
      : codeWords(intl, problem.errorCode)
  }
  const isNews = problem.code === 'priceChanged' || problem.code === 'quoteExpired'
  return (
    <Alert tone={isNews ? 'sky' : 'coral'} panel>
      {words()}
    </Alert>
  )
}
