/** The package doesn't have types. */
declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file. Returns false if another open file holds it. */
  export function tryLock(file: number): boolean
}
