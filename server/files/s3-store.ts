import { AwsClient } from 'aws4fetch'
import { timeLimit } from '../clock.ts'
import type { FileStore } from '../services.ts'
import type { S3Settings } from '../settings.ts'

const timeoutMs = 15_000

/** The storage refused. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly method: string
  constructor(status: number, method: 'PUT' | 'GET' | 'DELETE') {
    super(`storage answered ${status} to a ${method}`)
    this.status = status
    this.method = method
  }
}

/** Pictures in an S3-compatible storage, addressed by path (`<endpoint>/<bucket>/<key>`), which all of them support. */
export function createS3Store({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Settings): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const address = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`
  return {
    async write(key, content) {
      const response = await client.fetch(address(key), {
        method: 'PUT',
        headers: { 'content-type': 'image/webp' },
        body: new Uint8Array(content),
        signal: timeLimit(timeoutMs),
      })
      if (!response.ok) throw new StorageError(response.status, 'PUT')
    },
    async read(key) {
      const response = await client.fetch(address(key), { signal: timeLimit(timeoutMs) })
      if (response.status === 404) return null
      if (!response.ok) throw new StorageError(response.status, 'GET')
      return Buffer.from(await response.arrayBuffer())
    },
    async remove(key) {
      const response = await client.fetch(address(key), {
        method: 'DELETE',
        signal: timeLimit(timeoutMs),
      })
      if (!response.ok && response.status !== 404) {
        throw new StorageError(response.status, 'DELETE')
      }
    },
  }
}
