import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { tryLock } from 'fs-native-extensions'
import { StartError } from '../start-error.ts'

export class FolderInUseError extends StartError {
  override name = 'FolderInUseError'
}

/** Returns the pid in a lock file. In a container, it's that container's pid. */
const ownerOf = (lock: string): string => {
  try {
    return /^\d+/.exec(readFileSync(lock, 'utf8'))?.[0] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/**
 * Locks `<folder>.lock` and returns a release function. The OS holds the lock with the open file, across containers,
 * and releases it even on `kill -9`. Throws `FolderInUseError` if it's held. PGlite doesn't lock, and two processes
 * would corrupt its folder. Never delete the file: two processes could then lock different files of one name.
 */
export function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`
  const file = openSync(lock, 'a+', 0o600)
  try {
    if (!tryLock(file)) {
      throw new FolderInUseError(
        `${folder} is in use by process ${ownerOf(lock)}. Stop it, or set HANDSFREE_DATA to another folder.`,
      )
    }
    ftruncateSync(file)
    writeSync(file, `${process.pid}\n`)
  } catch (error) {
    closeSync(file)
    throw error
  }
  return () => closeSync(file)
}
