import type { SnapshotFrom } from 'xstate'
import type { paymentMachine } from './payment.machine.ts'

type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

/** What the traveller is shown. */
export const selectPaymentStage = ({ value }: PaymentSnapshot) => {
  if (typeof value === 'string') return value
  if ('known' in value) return value.known
  return typeof value.confirming === 'string' ? value.confirming : 'checking'
}
export const selectPayment = (snapshot: PaymentSnapshot) => snapshot.context.payment
export const selectPaymentProblem = (snapshot: PaymentSnapshot) => snapshot.context.problem
export const selectPaymentIsBusy = (snapshot: PaymentSnapshot) => snapshot.hasTag('busy')
export const selectCheckingSince = (snapshot: PaymentSnapshot) =>
  selectPaymentStage(snapshot) === 'checking' ? snapshot.context.checkingSince : null
/** A surcharge that was taken back, with nobody at the provider any more: there is nothing to pay. */
export const selectIsWithdrawn = (snapshot: PaymentSnapshot) =>
  snapshot.context.payment?.withdrawn === true && snapshot.matches('known')
/** The first page at the provider is being made or opened: the traveller has nothing to do yet. */
export const selectIsFirstOpening = (snapshot: PaymentSnapshot) =>
  snapshot.context.session === null && (snapshot.matches('creating') || snapshot.matches('opening'))
/** Nobody works on the card: the provider's page may be opened again. */
export const selectCanReopen = (snapshot: PaymentSnapshot) => snapshot.can({ type: 'payment.open' })
/** The provider had the card and did not answer before the session's end. */
export const selectIsOverdue = (snapshot: PaymentSnapshot) =>
  snapshot.context.status?.session === 'processing' && selectCanReopen(snapshot)
