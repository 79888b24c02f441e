/** Those of `policy` that home needs: its visitors load no others. */
export const homeNumbers = {
  /** Hours before pickup until which cancelling is free (S 9). */
  freeCancellationHours: 4,
  /** Hours within which a failed review or a cancellation is refunded (S 9). */
  refundHours: 72,
  /** Minutes that a courier waits free of charge at an in-person collection (S 9). */
  freeWaitMinutes: 30,
  /** Verification codes (C): seconds of validity, seconds between two. */
  codeValidSeconds: 300,
  codeResendSeconds: 60,
  /** Highest number that an unread badge shows (S 9). */
  unreadBadgeCap: 99,
} as const
