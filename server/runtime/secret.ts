import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlreadyExistsError, openDataFolder } from './data-folder.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings/settings.ts'

/**
 * Returns `HANDSFREE_SECRET`. The demo creates one in the data folder, so that signed URLs and codes survive a
 * restart.
 */
export function loadSecret(
  { secret, dataFolder }: Pick<Settings, 'secret' | 'dataFolder'>,
  random: Random,
): string {
  if (secret !== null) return secret
  openDataFolder(dataFolder)
  const file = join(dataFolder, 'secret')
  try {
    writeFileSync(file, `${random.bytes(48).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isAlreadyExistsError(error)) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
