import type { SnapshotFrom } from 'xstate'
import type { PaymentActor } from '../payment/payment.machine.ts'
import { priceOrder } from '../policy/price.ts'
import { freeCancellationUntil, refundBy } from '../policy/promises.ts'
import { draftFields } from './draft.ts'
import { problemsOf } from './placement.facts.ts'
import type { placementMachine } from './placement.machine.ts'

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

export const selectPlace = (snapshot: PlacementSnapshot) => snapshot.context.place
export const selectDraft = (snapshot: PlacementSnapshot) => snapshot.context.draft
export const selectPhotos = (snapshot: PlacementSnapshot) => snapshot.context.photos
export const selectQuote = (snapshot: PlacementSnapshot) => snapshot.context.quote
export const selectPlacementProblem = (snapshot: PlacementSnapshot) => snapshot.context.problem
export const selectPlacementIsBusy = (snapshot: PlacementSnapshot) => snapshot.hasTag('busy')
export const selectCanAddPhotos = (snapshot: PlacementSnapshot) =>
  snapshot.can({ type: 'photo.add', sources: [null] })

/** Everything that is still missing or wrong, by field. */
export const selectDraftProblems = (snapshot: PlacementSnapshot) => problemsOf(snapshot.context)

/** The messages to show at the fields: none until the traveller asked to go on. */
export const selectShownProblems = (snapshot: PlacementSnapshot) =>
  snapshot.matches({ editing: 'pointing' }) ? problemsOf(snapshot.context) : {}

/** The topmost field that is missing or wrong. */
export const selectFirstProblem = (snapshot: PlacementSnapshot) => {
  const problems = problemsOf(snapshot.context)
  const field = draftFields.find((name) => problems[name])
  return field ? { field, problem: problems[field] } : null
}

/** The price so far, by the same function that the server quotes with. */
export const selectLivePrice = ({ context: { place, draft } }: PlacementSnapshot) =>
  place ? priceOrder(place.priceRule, place.insurancePlan, draft) : null

/** The promises of the confirmation as instants, milliseconds since 1970. */
export const selectPlacementPromises = ({ context: { draft, now } }: PlacementSnapshot) =>
  draft.pickupTime
    ? {
        freeCancellationUntil: freeCancellationUntil(Date.parse(draft.pickupTime)),
        refundBy: refundBy(now()),
      }
    : null

/** The payment that belongs to the order, while it is being paid. */
export const selectPaymentChild = (snapshot: PlacementSnapshot) =>
  snapshot.children.payment as PaymentActor | undefined
