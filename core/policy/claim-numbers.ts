/** Numbers of claims beside the policy's `claimStartHours` and `complaintResponseHours`: home's first load has no use for them. */
export const claimPolicy = {
  /** Days after the hand-over until which a claim may be made (chosen). */
  claimDays: 7,
  /** Hours within which an accepted offer is paid (chosen: as a refund). */
  claimPayHours: 72,
  /** Claims of one order, those of a changed seal, count or damage not counted. */
  maxClaims: 10,
  /** One claim: its photos, and characters of each message. */
  maxClaimPhotos: 6,
  maxClaimCharacters: 1000,
} as const
