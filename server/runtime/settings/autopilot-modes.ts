/**
 * `review-fails` rejects and refunds the order. `surcharge` counts one extra piece at pickup and waits for payment.
 * `slow` takes five times as long, `fast` acts every second. `lost-message` drops all realtime hints.
 */
export const autopilotModes = [
  'off',
  'on',
  'review-fails',
  'surcharge',
  'slow',
  'fast',
  'lost-message',
] as const
export type AutopilotMode = (typeof autopilotModes)[number]

/** Factor of every pause. 1 takes about two minutes from payment to the hand-over. */
export const paceOf = (mode: AutopilotMode): number => (mode === 'slow' ? 5 : mode === 'fast' ? 0 : 1)
