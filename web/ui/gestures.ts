/** Pixels that a finger may move and still tap, and that it moves before a pull decides its direction (specification, section 9). */
export const tapThreshold = 5
export const directionLock = 10
