/**
 * What the claim's guards read. Times in milliseconds since 1970. `dueTime` is the promise about the claim itself,
 * `complaintDueTime` the one about the complaint; both stay once they have passed. `offer` counts the offers, `amount`
 * is the last one's, `paid` what of it really went to the traveller, minor units.
 */
export type ClaimFacts = {
  now: number
  dueTime: number | null
  complaintDueTime: number | null
  offer: number
  amount: number
  paid: number
}

/** An answer names the offer that it is about: one to an earlier offer changes nothing. */
export type ClaimCaseEvent =
  | { type: 'clock.passed'; time: number }
  | { type: 'operator.start' }
  | { type: 'operator.offer'; amount: number }
  | { type: 'operator.answer' }
  | { type: 'operator.pay'; paid: number }
  | { type: 'payment.changed'; paid: number }
  | { type: 'traveller.accept'; offer: number }
  | { type: 'traveller.decline'; offer: number }
  | { type: 'traveller.askAgain' }
  | { type: 'traveller.complain' }
