import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from './start-error.ts'

/** Whether a file could not be made because it is there. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** With those above it. Not by `recursive` of `mkdir`, which on Node 20 never ends where the kernel makes no folders, such as in /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it.
    if (!isTaken(error)) throw error
  }
}

/** PGlite's files are readable by everybody: their folder isn't. A folder of another user is theirs to protect. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Makes the data folder if it is not there, closed to other users of the machine, and tries to write in it. Throws `StartError`. */
export function openDataFolder(folder: string): void {
  const path = resolve(folder)
  try {
    makeFolder(path)
    closeToOthers(path)
    rmdirSync(mkdtempSync(join(path, '.probe-')))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `HANDSFREE_DATA ${folder} cannot be written (${why}): name a folder that this user may make and write.`,
    )
  }
}
