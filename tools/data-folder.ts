import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Copies the database of `HANDSFREE_TEST_TEMPLATE`, if a suite has written it. Creating one takes PGlite four seconds. */
export function fillDataFolder(folder: string): void {
  const { HANDSFREE_TEST_TEMPLATE } = process.env
  if (!HANDSFREE_TEST_TEMPLATE || !existsSync(HANDSFREE_TEST_TEMPLATE)) return
  const db = join(folder, 'db')
  mkdirSync(db, { recursive: true })
  execFileSync('tar', ['-xf', HANDSFREE_TEST_TEMPLATE, '-C', db], { stdio: 'ignore' })
}

export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-data-'))
  fillDataFolder(folder)
  return folder
}
