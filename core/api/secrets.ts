import AES from 'crypto-js/aes.js'
import Base64 from 'crypto-js/enc-base64.js'
import Hex from 'crypto-js/enc-hex.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import ECB from 'crypto-js/mode-ecb.js'
import Pkcs7 from 'crypto-js/pad-pkcs7.js'
import sha256 from 'crypto-js/sha256.js'
import * as v from 'valibot'
import { getConfigurationSecrets, getDecryptionKey } from '../contract/config.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { ApiClient } from './client.ts'

/** A wrong key mostly decrypts to empty texts, so reject empty addresses. */
const Address = v.pipe(v.string(), v.nonEmpty())

const Configuration = v.object({
  mqttHostDomain: Address,
  mqttUsername: v.string(),
  mqttPassword: v.string(),
  mqttWSSPort: Address,
})
export type Configuration = v.InferOutput<typeof Configuration>

/** Headers of a signed call: SHA-256 hex of timestamp, static key and path (spec section 7). `path` includes `/api`. */
export const signedHeaders = (
  path: string,
  staticKey: string,
  timestamp: number,
): Record<string, string> => ({
  'X-Signature': sha256(`${timestamp}${staticKey}${path}`).toString(Hex),
  'X-Timestamp': String(timestamp),
})

/** Decrypts the result of /oss/secrets/ck with that of /oss/secrets/dk. Null if they don't match. */
export function decryptConfiguration(keyBase64: string, configurationBase64: string): Configuration | null {
  try {
    const key = Base64.parse(keyBase64)
    const encrypted: unknown = JSON.parse(Base64.parse(configurationBase64).toString(Utf8))
    const values = v.parse(v.record(v.string(), v.string()), encrypted)
    const plain = Object.entries(values).map(([name, value]) => [
      name,
      AES.decrypt(value, key, { mode: ECB, padding: Pkcs7 }).toString(Utf8),
    ])
    return v.parse(Configuration, Object.fromEntries(plain))
  } catch {
    return null
  }
}

/** Fetches both signed secrets and decrypts the four configuration values. */
export async function fetchConfiguration(
  api: ApiClient,
  options: { staticKey: string; now: () => number },
): Promise<Result<Configuration, ApiFailure>> {
  const signed = (path: string) => ({
    headers: signedHeaders(`/api${path}`, options.staticKey, options.now()),
  })
  const [key, configuration] = await Promise.all([
    api.call(getDecryptionKey, {}, signed(getDecryptionKey.path)),
    api.call(getConfigurationSecrets, {}, signed(getConfigurationSecrets.path)),
  ])
  if (!key.ok) return key
  if (!configuration.ok) return configuration
  const plain = decryptConfiguration(key.value, configuration.value)
  return plain ? ok(plain) : fail({ kind: 'network' })
}
