/**
 * Thresholds in px (spec section 9): a tap moves at most this far, and a pull picks its direction after this distance.
 */
export const tapThreshold = 5
export const directionLock = 10
