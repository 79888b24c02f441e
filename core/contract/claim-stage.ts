import * as v from 'valibot'

/** States of the machine `claimCase`. `…Late`: past the promised time. */
export const claimStages = [
  'received',
  'receivedLate',
  'started',
  'offered',
  'askedAgain',
  'askedAgainLate',
  'declined',
  'accepted',
  'acceptedLate',
  'paid',
  'closed',
] as const
export const ClaimStage = v.picklist(claimStages)
export type ClaimStage = v.InferOutput<typeof ClaimStage>

export const ComplaintStage = v.picklist(['none', 'waiting', 'late', 'answered'])
export type ComplaintStage = v.InferOutput<typeof ComplaintStage>

/** Claim history events. `overdue` and `complaintOverdue`: a promised time passed. */
export const claimEventTypes = [
  'received',
  'overdue',
  'started',
  'offered',
  'accepted',
  'declined',
  'askedAgain',
  'paidOut',
  'paid',
  'paymentReturned',
  'complained',
  'complaintOverdue',
  'answered',
] as const
export const ClaimEventType = v.picklist(claimEventTypes)
export type ClaimEventType = v.InferOutput<typeof ClaimEventType>
