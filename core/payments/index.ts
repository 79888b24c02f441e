export * from './create-payment.ts'
export * from './payment.machine.ts'
export type * from './payment.ts'
export {
  selectCanReopen,
  selectCheckingSince,
  selectFailedMethod,
  selectIsFirstOpening,
  selectIsOverdue,
  selectIsUnpayableHere,
  selectIsWithdrawn,
  selectPageMethods,
  selectPayment,
  selectPaymentChoices,
  selectPaymentIsBusy,
  selectPaymentMethod,
  selectPaymentProblem,
  selectPaymentProvider,
  selectPaymentStage,
  sessionIdOf,
} from './payment.ts'
export * from './payment-session.machine.ts'
export * from './payment-session.ts'
export * from './refund.machine.ts'
export * from './refund.ts'
export * from './status-poll.machine.ts'
