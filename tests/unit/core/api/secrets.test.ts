import { createHash } from 'node:crypto'
import { type ApiClient, createApiClient } from '@handsfree/core/api'
import { describe, expect, it } from 'vitest'
import { decryptConfiguration, fetchConfiguration, signedHeaders } from '../../../../core/api/secrets.ts'
import {
  encrypt,
  encryptAll,
  FakeServer,
  globalTimers,
  Refusal,
  secretKey,
  secrets,
} from '../fake-platform.ts'

const key = secretKey.toString('base64')

it('signs with SHA-256 in hex of timestamp, static key and path, as Node computes it', () => {
  expect(signedHeaders('/api/oss/secrets/dk', 'static-key', 1_763_863_200_000)).toEqual({
    'X-Signature': createHash('sha256').update('1763863200000static-key/api/oss/secrets/dk').digest('hex'),
    'X-Timestamp': '1763863200000',
  })
})

describe('the configuration', () => {
  it('decrypts what Node encrypts with AES-256 in ECB mode and PKCS7', () => {
    expect(decryptConfiguration(key, encryptAll(secrets, secretKey))).toEqual(secrets)
  })

  it('decrypts values of any length and in any script', () => {
    const values = {
      ...secrets,
      mqttUsername: '旅客-1',
      mqttPassword: 'p'.repeat(16),
      mqttHostDomain: 'a'.repeat(300),
    }
    expect(decryptConfiguration(key, encryptAll(values, secretKey))).toEqual(values)
  })

  const { mqttPassword: _, ...threeOnly } = secrets
  const plainJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  it.each([
    ['encrypted with another key', Buffer.alloc(32, 7).toString('base64'), encryptAll(secrets, secretKey)],
    ['without one of its four values', key, encryptAll(threeOnly, secretKey)],
    ['that isn’t base64', key, '%%%'],
    ['that isn’t JSON', key, Buffer.from('hello').toString('base64')],
    ['whose values aren’t strings', key, plainJson({ mqttHostDomain: 1 })],
    ['whose values are not encrypted', key, plainJson(secrets)],
    [
      'with a truncated value',
      key,
      plainJson({ ...secrets, mqttHostDomain: encrypt('x'.repeat(40), secretKey).slice(0, 20) }),
    ],
    ['that is empty', '', ''],
  ])('returns null for a configuration %s', (_, anyKey, configuration) => {
    expect(decryptConfiguration(anyKey, configuration)).toBe(null)
  })
})

describe('fetching the key and the configuration', () => {
  const fetching = (server: FakeServer) => {
    const api: ApiClient = createApiClient({
      platform: { fetch: server.fetch, clock: globalTimers },
      baseUrl: '',
      locale: () => 'en-US',
      token: () => 'token-1',
      onNotLoggedIn: () => undefined,
    })
    return fetchConfiguration(api, { staticKey: 'static-key', now: () => 1_763_863_200_000 })
  }

  it('signs each call over its own path, and sends no body', async () => {
    const server = new FakeServer()
    expect(await fetching(server)).toEqual({ ok: true, value: secrets })
    expect(server.sent.map(({ path, body, headers }) => [path, body, headers.get('X-Signature')])).toEqual(
      ['/oss/secrets/dk', '/oss/secrets/ck'].map((path) => [
        path,
        null,
        createHash('sha256').update(`1763863200000static-key/api${path}`).digest('hex'),
      ]),
    )
  })

  it.each(['POST /oss/secrets/dk', 'POST /oss/secrets/ck'])('returns the refusal of %s', async (route) => {
    const server = new FakeServer()
    server.routes[route] = () => new Refusal(1001)
    expect(await fetching(server)).toMatchObject({ ok: false, error: { kind: 'refused', code: 1001 } })
  })

  it('fails with network if the values were encrypted with another key', async () => {
    const server = new FakeServer()
    server.routes['POST /oss/secrets/ck'] = () => encryptAll(secrets, Buffer.alloc(32, 7))
    expect(await fetching(server)).toEqual({ ok: false, error: { kind: 'network' } })
  })
})
