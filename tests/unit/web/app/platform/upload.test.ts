import type { UploadRequest } from '@handsfree/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { upload } from '../../../../../web/app/platform/upload.ts'

/** A browser's request, without a network. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
  headers: Record<string, string> = {}
  address: string[] = []
  timeout = 0
  responseText = ''
  body: FormData | null = null
  onload?: () => void
  onloadend?: () => void
  onerror?: (event: { type: string }) => void
  ontimeout?: (event: { type: string }) => void
  onabort?: (event: { type: string }) => void
  constructor() {
    FakeRequest.last = this
  }
  open = (method: string, url: string) => {
    this.address = [method, url]
  }
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value
  }
  send = (body: FormData) => {
    this.body = body
  }
  abort = () => this.onabort?.({ type: 'abort' })
}

const photo = new Blob(['photo'], { type: 'image/jpeg' })
const requestOf = (changes: Partial<UploadRequest> = {}): UploadRequest => ({
  url: '/api/files',
  headers: { token: 'Bearer x' },
  image: { source: photo, bytes: 5, preview: 'blob:x' },
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
})

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => vi.unstubAllGlobals())

test('sends one part named “file”, and returns the response body', async () => {
  const shares: number[] = []
  const sending = upload(requestOf({ onProgress: (share) => shares.push(share) }))
  const { last } = FakeRequest
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  last.responseText = '{"code":1008}'
  last.onload?.()
  const file = last.body?.get('file')
  expect(await sending).toBe('{"code":1008}')
  expect([last.address, last.headers, last.timeout, shares]).toEqual([
    ['POST', '/api/files'],
    { token: 'Bearer x' },
    60_000,
    [0.25],
  ])
  expect(file instanceof File && [file.name, file.type, file.size]).toEqual(['photo.jpg', 'image/jpeg', 5])
})

test.each(['onerror', 'ontimeout'] as const)('rejects an upload on %s', async (event) => {
  const sending = upload(requestOf())
  FakeRequest.last[event]?.({ type: event })
  await expect(sending).rejects.toMatchObject({ name: 'UploadError', message: event })
})

test('rejects an upload when its signal aborts', async () => {
  const leaving = new AbortController()
  const sending = upload(requestOf({ signal: leaving.signal }))
  leaving.abort()
  await expect(sending).rejects.toMatchObject({ name: 'UploadError', message: 'abort' })
})

test('rejects an upload whose signal was already aborted', async () => {
  await expect(upload(requestOf({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ message: 'abort' })
})
