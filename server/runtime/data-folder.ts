import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from './start-error.ts'

export const isAlreadyExistsError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/**
 * Creates parents too. Node 20's recursive `mkdir` never returns where the kernel refuses folders, such as in /proc.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it.
    if (!isAlreadyExistsError(error)) throw error
  }
}

/**
 * PGlite's files are world-readable, so restrict their folder. Ignores EPERM: another user's folder is theirs to
 * protect.
 */
function restrictAccess(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Creates the data folder with mode 700 and checks that it's writable. Throws `StartError`. */
export function openDataFolder(folder: string): void {
  const path = resolve(folder)
  try {
    makeFolder(path)
    restrictAccess(path)
    rmdirSync(mkdtempSync(join(path, '.probe-')))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `Cannot write to HANDSFREE_DATA ${folder} (${why}). Set it to a folder that this user can create and write.`,
    )
  }
}
