/** The part of `fs-native-extensions` that is used here; the package brings no types. */
declare module 'fs-native-extensions' {
  /** Locks an open file for its process alone; false when another open file holds the lock. */
  export function tryLock(file: number): boolean
}
