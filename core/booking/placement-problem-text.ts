import { requiredFieldNames } from '../contract/order-fields.ts'
import { errorCodeText } from '../i18n/failure.ts'
import type { Formatter } from '../i18n/formatter.ts'
import type { MessageKeyUnder } from '../i18n/message-key.ts'
import { policy } from '../policy/numbers.ts'
import type { PlacementProblem } from './placement.ts'

type KnownField = MessageKeyUnder<'placementProblem.field'>
const knownFields: readonly KnownField[] = [
  ...requiredFieldNames,
  'delivery',
  'pickupTime',
  'deliveryTime',
  'declaredValue',
  'photos',
  'receiver',
  'unpaidOrders',
  'siteOrders',
  'openOrders',
  'cancelledOrders',
  'termsVersion',
  'consent',
]
type KnownReason = MessageKeyUnder<'placementProblem.reason'>
const knownReasons: readonly KnownReason[] = [
  'notServed',
  'samePlace',
  'tooFar',
  'closed',
  'tooEarly',
  'notMobile',
  'countryNotServed',
]
const isKnownReason = (reason: string): reason is KnownReason =>
  knownReasons.some((known) => known === reason)

const isKnownField = (field: string): field is KnownField => knownFields.some((known) => known === field)

/** Why the order isn't placed yet and what to do. `outcomeUnknown`: the request to place it got no answer. */
export function placementProblemText(
  intl: Formatter,
  problem: PlacementProblem | { code: 'outcomeUnknown' },
): string {
  if (problem.code !== 'refused')
    return intl.formatMessage({ id: `placementProblem.${problem.code}` }, policy)
  if (problem.reason && isKnownReason(problem.reason))
    return intl.formatMessage({ id: `placementProblem.reason.${problem.reason}` })
  return problem.field && isKnownField(problem.field)
    ? intl.formatMessage({ id: `placementProblem.field.${problem.field}` }, policy)
    : errorCodeText(intl, problem.errorCode)
}
