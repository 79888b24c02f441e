import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { tryLock } from 'fs-native-extensions'
import { StartError } from '../start-error.ts'

/** Another process works on the folder. */
export class FolderInUseError extends StartError {
  override name = 'FolderInUseError'
}

/** The process that a lock names; its number is that of its own container. */
const ownerOf = (lock: string): string => {
  try {
    return /^\d+/.exec(readFileSync(lock, 'utf8'))?.[0] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/**
 * Takes `<folder>.lock` for this process and returns a function that releases it. The operating system holds the lock
 * with the open file, between containers too, and ends it with the process, by `kill -9` too. Throws `FolderInUseError`
 * when it is held. PGlite itself takes no lock, and two processes on one folder destroy it. The file stays: removing it
 * would let two processes lock two files of one name.
 */
export function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`
  const file = openSync(lock, 'a+', 0o600)
  try {
    if (!tryLock(file)) {
      throw new FolderInUseError(
        `${folder} is in use by process ${ownerOf(lock)}: stop it, or set HANDSFREE_DATA to another folder.`,
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
