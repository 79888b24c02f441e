import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** Another process works on the folder. */
export class FolderInUseError extends StartError {
  override name = 'FolderInUseError'
}

/** Locks that this very process holds: a lock with our pid that is not in here was left by a process before us. */
const held = new Set<string>()

/** When a process was started, where the system tells (Linux): a reused pid is another process. */
const startedAt = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const isHeld = (lock: string): number | null => {
  let content: string
  try {
    content = readFileSync(lock, 'utf8')
  } catch {
    return null
  }
  const [pid, started = ''] = content.trim().split(' ')
  const owner = Number(pid)
  if (!Number.isInteger(owner) || owner <= 0) return null
  if (owner === process.pid) return held.has(lock) ? owner : null
  return isAlive(owner) && startedAt(owner) === started ? owner : null
}

const create = (path: string, content: string): boolean => {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes `<folder>.lock` for this process and answers how to give it back. A lock whose process is gone, also by
 * `kill -9`, is taken over; a living one throws `FolderInUseError`. PGlite itself takes no lock, and two processes
 * on one folder destroy it.
 */
export function lockFolder(folder: string): () => void {
  const lock = `${folder}.lock`
  const takeover = `${lock}.takeover`
  const content = `${process.pid} ${startedAt(process.pid)}\n`
  const inUse = (owner: number | null) =>
    new FolderInUseError(
      `${folder} is in use by process ${owner ?? 'unknown'}: stop it, or set HANDSFREE_DATA to another folder.`,
    )

  if (!create(lock, content)) {
    const owner = isHeld(lock)
    if (owner !== null) throw inUse(owner)
    // Only one process at a time may remove a dead lock, or it would remove the lock of one that was faster.
    try {
      mkdirSync(takeover)
    } catch {
      const age = Date.now() - (statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (age > 10_000) rmSync(takeover, { recursive: true, force: true })
      throw inUse(null)
    }
    try {
      const winner = isHeld(lock)
      if (winner !== null) throw inUse(winner)
      rmSync(lock, { force: true })
      if (!create(lock, content)) throw inUse(isHeld(lock))
    } finally {
      rmSync(takeover, { recursive: true, force: true })
    }
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}
