/**
 * What the demo's autopilot does: nothing, the usual walk to the door, or the walk with one trouble. `review-fails`
 * rejects and refunds the order, `surcharge` counts one piece more at the pickup and waits for the payment, `slow`
 * takes five times as long, `lost-message` loses every hint to open pages.
 */
export const autopilotModes = ['off', 'on', 'review-fails', 'surcharge', 'slow', 'lost-message'] as const
export type AutopilotMode = (typeof autopilotModes)[number]

/** Factor on every pause. */
export const paceOf = (mode: AutopilotMode): number => (mode === 'slow' ? 5 : 1)
