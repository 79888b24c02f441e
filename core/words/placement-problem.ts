import type { Formatter } from '../format/formatter.ts'
import type { MessageKeyUnder } from '../language/message-key.ts'
import type { PlacementProblem } from '../order/placement.types.ts'
import { policy } from '../policy/numbers.ts'
import { codeWords } from './failure.ts'

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

/** Why the order is not placed yet: what happened, what is safe, what to do. `unsure`: the answer to the post was lost. */
export function placementProblemWords(
  intl: Formatter,
  problem: PlacementProblem | { code: 'unsure' },
): string {
  if (problem.code !== 'refused')
    return intl.formatMessage({ id: `placementProblem.${problem.code}` }, policy)
  return problem.field && isKnownField(problem.field)
    ? intl.formatMessage({ id: `placementProblem.field.${problem.field}` }, policy)
    : codeWords(intl, problem.errorCode)
}
