import { AwsClient } from 'aws4fetch'
import { systemClock, timeLimit, wait } from '../clock.ts'
import type { FileStore } from '../services.ts'
import type { S3Settings } from '../settings/settings.ts'

const timeoutMs = 15_000
const maxTries = 3
const retryMs = 50

const isTemporary = (status: number): boolean => status >= 500 || status === 429

export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly method: string
  constructor(status: number, method: 'PUT' | 'GET' | 'DELETE') {
    super(`storage responded with ${status} to a ${method}`)
    this.status = status
    this.method = method
  }
}

/**
 * S3-compatible storage with path-style URLs (`<endpoint>/<bucket>/<key>`), which all providers support. Rejects with
 * `TimeoutError` after `limitMs`.
 */
export function createS3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  { limitMs = timeoutMs } = {},
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  async function send(key: string, init: RequestInit, signal = timeLimit(limitMs)): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const request = await client.sign(address(key), init)
      // Pass the signal to `fetch`: Node 20 loses a `Request`'s signal in garbage collection.
      const response = await fetch(request, { signal })
      if (!isTemporary(response.status) || tries === maxTries) return response
      await wait(systemClock, retryMs * tries)
    }
  }
  return {
    async write(key, content) {
      const response = await send(key, {
        method: 'PUT',
        headers: { 'content-type': 'image/webp' },
        body: new Uint8Array(content),
      })
      if (!response.ok) throw new StorageError(response.status, 'PUT')
    },
    async read(key) {
      const response = await send(key, {})
      if (response.status === 404) return null
      if (!response.ok) throw new StorageError(response.status, 'GET')
      return Buffer.from(await response.arrayBuffer())
    },
    async remove(key) {
      const response = await send(key, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) {
        throw new StorageError(response.status, 'DELETE')
      }
    },
  }
}
