import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a data folder the database of `HANDSFREE_TEST_TEMPLATE`, if that names one: PGlite takes four seconds to make it. */
export function fillDataFolder(folder: string): void {
  const { HANDSFREE_TEST_TEMPLATE } = process.env
  if (!HANDSFREE_TEST_TEMPLATE) return
  const db = join(folder, 'db')
  mkdirSync(db, { recursive: true })
  execFileSync('tar', ['-xf', HANDSFREE_TEST_TEMPLATE, '-C', db], { stdio: 'ignore' })
}

/** A new data folder for a server. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-data-'))
  fillDataFolder(folder)
  return folder
}
