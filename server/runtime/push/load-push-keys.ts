import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isAlreadyExistsError, openDataFolder } from '../data-folder.ts'
import type { Random } from '../random.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../start-error.ts'
import { newPrivateKey, type PushSettings, publicKeyOf } from './push-keys.ts'

/** The demo's contact for the push services, which refuse a local address. */
const demoSubject = 'mailto:demo@handsfree.example'

const StoredKeys = v.pipe(v.string(), v.parseJson(), v.object({ privateKey: v.string() }))

/**
 * Returns `PUSH_*`. The demo creates keys in the data folder, so that subscriptions survive a restart. Null: production
 * without keys, which sends none.
 */
export function loadPushKeys(
  { push, demo, dataFolder }: Pick<Settings, 'push' | 'demo' | 'dataFolder'>,
  random: Random,
): PushSettings | null {
  if (push !== null || !demo) return push
  openDataFolder(dataFolder)
  const file = join(dataFolder, 'push-keys.json')
  try {
    writeFileSync(file, `${JSON.stringify({ privateKey: newPrivateKey(random) })}\n`, {
      flag: 'wx',
      mode: 0o600,
    })
  } catch (error) {
    if (!isAlreadyExistsError(error)) throw error
  }
  const stored = v.safeParse(StoredKeys, readFileSync(file, 'utf8'))
  const publicKey = stored.success ? publicKeyOf(stored.output.privateKey) : null
  if (!stored.success || publicKey === null)
    throw new StartError(`${file} has no valid keys for push messages. Delete it to create new ones.`)
  return { publicKey, privateKey: stored.output.privateKey, subject: demoSubject }
}
