import type { SnapshotFrom } from 'xstate'
import type { PaymentActor } from '../payments/payment.machine.ts'
import { isComplete, selectLivePrice } from './draft-form.ts'
import { hasAgreed } from './placement.facts.ts'
import type { placementMachine } from './placement.machine.ts'

type PlacementSnapshot = SnapshotFrom<typeof placementMachine>

/** The form of the order; null until its place is known. */
export const selectDraftForm = (snapshot: PlacementSnapshot) => snapshot.context.form
export const selectQuote = (snapshot: PlacementSnapshot) => snapshot.context.quote
export const selectPlacementProblem = (snapshot: PlacementSnapshot) => snapshot.context.problem
export const selectPlacementIsBusy = (snapshot: PlacementSnapshot) => snapshot.hasTag('busy')

/** Whether `draft.review` leads to the confirmation: nothing is missing, to agree to or moved on. */
export function selectIsReviewable({ context }: PlacementSnapshot): boolean {
  const form = context.form?.getSnapshot().context
  return form !== undefined && hasAgreed(context) && isComplete(form) && form.movedTimes.length === 0
}

/** The price to be paid: as it was quoted, or what it comes to so far. */
export function selectPrice(snapshot: PlacementSnapshot) {
  const { quote, form } = snapshot.context
  return quote ?? (form && selectLivePrice(form.getSnapshot()))
}

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

/** The payment that belongs to the order, while it is being paid. */
export const selectPaymentChild = (snapshot: PlacementSnapshot) =>
  snapshot.children.payment as PaymentActor | undefined
