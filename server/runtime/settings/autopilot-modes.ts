/**
 * `review-fails` rejects and refunds the order. `surcharge` counts one extra piece at pickup and waits for payment.
 * `slow` takes five times as long. `lost-message` drops all realtime hints.
 */
export const autopilotModes = ['off', 'on', 'review-fails', 'surcharge', 'slow', 'lost-message'] as const
export type AutopilotMode = (typeof autopilotModes)[number]

export const paceOf = (mode: AutopilotMode): number => (mode === 'slow' ? 5 : 1)
