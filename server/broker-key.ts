/**
 * Prints the key with which an external broker (`MQTT_URL`) verifies client passwords: `node
 * server/dist/broker-key.js`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pc from 'picocolors'
import { deriveKeys } from './runtime/keys.ts'
import { systemRandom } from './runtime/random.ts'
import { loadSecret } from './runtime/secret.ts'
import { readSecretSettings } from './runtime/settings/settings.ts'
import { StartError } from './runtime/start-error.ts'

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSecretSettings(process.env)
  if (settings.secret === null && !existsSync(join(settings.dataFolder, 'secret'))) {
    throw new StartError(
      'HANDSFREE_SECRET is missing. The broker key is derived from it: set the value that the server uses.',
    )
  }
  const keys = deriveKeys(loadSecret(settings, systemRandom))
  process.stdout.write(`${keys.broker}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${pc.red(error.message)}\n`)
  process.exitCode = 1
}
