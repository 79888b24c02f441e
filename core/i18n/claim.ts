import type { Claim, ClaimHistory } from '../contract/claim.ts'
import type { Formatter } from './formatter.ts'
import { formatMoney } from './money.ts'
import { afterWords, formatTime } from './time.ts'

type ClaimTimeInput = { intl: Formatter; now: number; claim: Claim }

const timeOf = (
  { intl, now, claim: { timeZone, cityName: city } }: ClaimTimeInput,
  time: string | null,
): string =>
  time === null ? '' : afterWords(intl, formatTime(time, { intl, now, timeZone, city, inSentence: true }))

/** An offer of 0 is shown as a refusal, a partial payout as its parts. */
const shownStage = ({ stage, offer, paid }: Claim): Claim['stage'] | 'refused' | 'partPaid' => {
  if (stage === 'offered' && offer?.amount.amount === 0) return 'refused'
  return stage === 'accepted' && paid.amount > 0 ? 'partPaid' : stage
}

/** A claim's stage and our promise: "We start by tomorrow at 2:00 PM." `now` is ms since 1970. */
export const claimDeadlineText = (intl: Formatter, claim: Claim, now: number): string => {
  const { dueTime, offer, amount, paid } = claim
  return intl.formatMessage(
    { id: 'claim.clock' },
    {
      stage: shownStage(claim),
      when: timeOf({ intl, now, claim }, dueTime),
      amount: formatMoney(offer?.amount ?? amount, intl),
      paid: formatMoney(paid, intl),
    },
  )
}

/** Our promise about the complaint; null without one. `now` is ms since 1970. */
export const complaintDeadlineText = (intl: Formatter, claim: Claim, now: number): string | null =>
  claim.complaint === 'none'
    ? null
    : intl.formatMessage(
        { id: 'claim.complaintClock' },
        { stage: claim.complaint, when: timeOf({ intl, now, claim }, claim.complaintDueTime) },
      )

/** One event of a claim's history, in short. */
export const claimHistoryText = (
  intl: Formatter,
  { type, amount = 0 }: ClaimHistory,
  { amount: { currency } }: Claim,
): string =>
  intl.formatMessage(
    { id: 'claim.event' },
    {
      type: type === 'offered' && amount === 0 ? 'refused' : type,
      amount: formatMoney({ amount, currency }, intl),
    },
  )
