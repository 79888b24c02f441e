import type { SnapshotFrom } from 'xstate'
import type { PaymentActor } from '../payment/payment.machine.ts'
import { selectPhotoIsUnkept } from '../photo/photo.selectors.ts'
import { summarizePhotos } from '../photo/photo-list.ts'
import { priceOrder } from '../policy/price.ts'
import { cancelTerms, freeCancellationUntil } from '../policy/promises.ts'
import { anyRoute, routeOf } from './delivery-choice.ts'
import { type DraftField, type DraftProblem, draftFields } from './draft.ts'
import { type FormPart, partOf, unfinishedParts } from './form-parts.ts'
import { hasAgreed, isComplete, problemsOf } from './placement.facts.ts'
import type { placementMachine } from './placement.machine.ts'
import { type Route, waitMinutes } from './route.ts'

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

export const selectPlace = (snapshot: PlacementSnapshot) => snapshot.context.place
export const selectDraft = (snapshot: PlacementSnapshot) => snapshot.context.draft
export const selectDraftPhotos = (snapshot: PlacementSnapshot) => snapshot.context.photos
/** How many photos wait for an account, and whether the device keeps them all until then. */
export const selectHeldPhotos = ({ context: { photos, hasAccount } }: PlacementSnapshot) => ({
  count: hasAccount ? 0 : summarizePhotos(photos).held,
  areKept: !photos.some((photo) => selectPhotoIsUnkept(photo.getSnapshot())),
})
/** Where photos are added and removed. */
export const selectPhotoSet = (snapshot: PlacementSnapshot) => snapshot.context.photoSet
export const selectQuote = (snapshot: PlacementSnapshot) => snapshot.context.quote
export const selectPlacementProblem = (snapshot: PlacementSnapshot) => snapshot.context.problem
export const selectPlacementIsBusy = (snapshot: PlacementSnapshot) => snapshot.hasTag('busy')

/** Whether `draft.review` leads to the confirmation: nothing is missing, to agree to or moved on by itself. */
export const selectIsReviewable = ({ context }: PlacementSnapshot): boolean =>
  hasAgreed(context) && isComplete(context) && context.movedTimes.length === 0

type Problems = ReturnType<typeof problemsOf>

/** Everything that is still missing or wrong, by field. */
export const selectDraftProblems = (snapshot: PlacementSnapshot) => problemsOf(snapshot.context)

/** What was chosen and does not fit: shown at once, not only when the traveller asks to go on. */
const conflicts: readonly DraftProblem[] = [
  'deliveryNotServed',
  'deliverySamePlace',
  'deliveryTooFar',
  'deliveryTimeTooEarly',
  'deliveryTimeClosed',
]

/** The messages to show at the fields. What is only missing is not mentioned until the traveller asked to go on. */
export function selectShownProblems(snapshot: PlacementSnapshot): Problems {
  const problems = problemsOf(snapshot.context)
  if (snapshot.matches({ editing: 'showingErrors' })) return problems
  if (!snapshot.matches('editing')) return {}
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => conflicts.includes(problem)))
}

/** Whether a part of the form is unfolded: nothing is hidden that is wrong. */
export function selectIsPartOpen(snapshot: PlacementSnapshot, part: FormPart): boolean {
  const { openParts } = snapshot.context
  if (openParts.includes(part)) return true
  const isWrong = part === 'bags' && problemsOf(snapshot.context).photos === 'photosFailed'
  return (
    isWrong ||
    Object.keys(selectShownProblems(snapshot)).some((field) => partOf(field as DraftField) === part)
  )
}

/** Whether nothing in a part of the form is left to fill in. */
export const selectIsPartFinished = (snapshot: PlacementSnapshot, part: FormPart): boolean =>
  !unfinishedParts(problemsOf(snapshot.context)).includes(part)

/** Chosen times that were no longer possible and have moved on. */
export const selectMovedTimes = (snapshot: PlacementSnapshot) => snapshot.context.movedTimes

/** The topmost field that is missing or wrong. */
export const selectFirstProblem = (snapshot: PlacementSnapshot) => {
  const problems = problemsOf(snapshot.context)
  const field = draftFields.find((name) => problems[name])
  return field ? { field, problem: problems[field] } : null
}

/** The way to the chosen destination; null while none is chosen, or none leads there. */
export function selectRoute({ context: { place, draft } }: PlacementSnapshot): Route | null {
  const route = place && routeOf(place, draft.delivery)
  return route?.ok ? route.value : null
}

/** The price so far, by the same function that the server quotes with. */
export function selectLivePrice(snapshot: PlacementSnapshot) {
  const { place, draft } = snapshot.context
  if (!place) return null
  const route = selectRoute(snapshot) ?? anyRoute(place)
  const { distanceFee, storageFee } = route
  const fees = { distanceFee, storageFee, waitMinutes: waitMinutes(draft, route) }
  return priceOrder(place.priceRule, place.insurancePlan, { ...draft, ...fees })
}

/** The price to be paid: as it was quoted, or what it comes to so far. */
export const selectPrice = (snapshot: PlacementSnapshot) => selectQuote(snapshot) ?? selectLivePrice(snapshot)

/** What the button of the confirmation is about: what is under way, or what a tap does. */
export type ConfirmAction =
  | 'openPayment'
  | 'create'
  | 'tryAgain'
  | 'sendPhotos'
  | 'quote'
  | 'sendForFree'
  | 'pay'

export function selectConfirmAction(snapshot: PlacementSnapshot): ConfirmAction {
  if (selectPaymentChild(snapshot)) return 'openPayment'
  if (snapshot.matches('creating')) return 'create'
  if (snapshot.matches('outcomeUnknown')) return 'tryAgain'
  if (snapshot.matches('sendingPhotos')) return 'sendPhotos'
  const price = selectPrice(snapshot)
  if (!snapshot.matches('confirming') || !price) return 'quote'
  return price.total.amount === 0 ? 'sendForFree' : 'pay'
}

/** What the confirmation promises about cancelling: the terms, and until when it is free, milliseconds since 1970. */
export const selectPlacementPromises = (
  { context: { draft, now } }: PlacementSnapshot,
  at: number = now(),
) => {
  if (!draft.pickupTime) return null
  const pickupTime = Date.parse(draft.pickupTime)
  return {
    cancelTerms: cancelTerms({ pickupTime, placedTime: at, isPaid: false, now: at }),
    freeCancellationUntil: freeCancellationUntil(pickupTime),
  }
}

/** The payment that belongs to the order, while it is being paid. */
export const selectPaymentChild = (snapshot: PlacementSnapshot) =>
  snapshot.children.payment as PaymentActor | undefined
