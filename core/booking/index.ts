export * from './choose-delivery.ts'
export * from './create-destination.ts'
export * from './create-draft-form.ts'
export * from './create-placement.ts'
export * from './delivery-choice.ts'
export * from './destination.machine.ts'
export * from './draft.ts'
export * from './draft-form.machine.ts'
export * from './draft-form.ts'
export * from './draft-problem-text.ts'
export * from './draft-shape.ts'
export * from './find-next-trip.ts'
export * from './fit-times.ts'
export * from './form-parts.ts'
export * from './last-place.ts'
export * from './open-payment.ts'
export * from './placement.machine.ts'
export type * from './placement.ts'
export {
  selectConfirmAction,
  selectDraftForm,
  selectIsReviewable,
  selectPaymentChild,
  selectPlacementIsBusy,
  selectPlacementProblem,
  selectPrice,
  selectQuote,
} from './placement.ts'
export * from './placement-problem-text.ts'
export * from './preview.ts'
export * from './route.ts'
export * from './slots.ts'
export * from './unplaced-draft.ts'
