import { imageTypeOf } from '@handsfree/core/photos'
import { describe, expect, test } from 'vitest'
import {
  createPrepareImage,
  type DecodedImage,
  type ImageCodec,
  scaledSize,
} from '../../../../../web/app/platform/image.ts'

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
const webp = [...new TextEncoder().encode('RIFF\0\0\0\0WEBP')]
const heic = [0, 0, 0, 0x18, ...new TextEncoder().encode('ftypheic')]
const gif = [...new TextEncoder().encode('GIF89a......')]

const blobOf = (bytes: readonly number[], type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

test.each([
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
  [null, heic],
  [null, gif],
  [null, [0xff, 0xd8]],
  [null, [...new TextEncoder().encode('RIFF\0\0\0\0WAVE')]],
  [null, []],
])('detects the image type %s by content', (type, bytes) => {
  expect(imageTypeOf(new Uint8Array(bytes))).toBe(type)
})

test.each([
  [4032, 3024, { width: 2048, height: 1536 }],
  [3000, 4000, { width: 1536, height: 2048 }],
  [640, 480, { width: 640, height: 480 }],
  [9000, 1, { width: 2048, height: 1 }],
])('scales a photo of %i × %i to %o', (width, height, scaled) => {
  expect(scaledSize({ width, height })).toEqual(scaled)
})

/** Decodes any file into 4032 × 3024 pixels, and records its encode requests. */
class FakeCodec implements ImageCodec {
  readonly encoded: unknown[] = []
  closed = 0
  readonly result: Blob
  constructor(result = blobOf([1, 2, 3])) {
    this.result = result
  }
  readonly release = () => {}
  previewOf = () => ({ preview: 'blob:preview', release: this.release })
  decode = async (): Promise<DecodedImage> => ({
    width: 4032,
    height: 3024,
    close: () => {
      this.closed += 1
    },
    encode: async (...size) => {
      this.encoded.push(size)
      return this.result
    },
  })
}

describe('preparing a photo', () => {
  test('scales a photo down, re-encodes it and returns a preview', async () => {
    const codec = new FakeCodec()
    expect(await createPrepareImage(codec)(blobOf(jpeg))).toEqual({
      ok: true,
      value: { source: codec.result, bytes: 3, preview: 'blob:preview', release: codec.release },
    })
    expect(codec.encoded).toEqual([[2048, 1536, 0.85]])
    expect(codec.closed).toBe(1)
  })

  test('refuses an unsupported type by content, even if the file claims to be a JPEG', async () => {
    const codec = new FakeCodec()
    expect(await createPrepareImage(codec)(blobOf(heic, 'image/jpeg'))).toEqual({
      ok: false,
      error: { code: 'unsupportedType' },
    })
    expect(codec.encoded).toEqual([])
  })

  test('reports a photo that cannot be decoded as damaged', async () => {
    const codec = new FakeCodec()
    codec.decode = () => Promise.reject(new DOMException('broken', 'InvalidStateError'))
    expect(await createPrepareImage(codec)(blobOf(png))).toEqual({ ok: false, error: { code: 'damaged' } })
  })

  test('reports an empty file as unreadable', async () => {
    expect(await createPrepareImage(new FakeCodec())(blobOf([]))).toEqual({
      ok: false,
      error: { code: 'unreadable' },
    })
  })

  test('reports a value other than a file as unreadable', async () => {
    expect(await createPrepareImage(new FakeCodec())('photo.jpg')).toEqual({
      ok: false,
      error: { code: 'unreadable' },
    })
  })

  test('refuses a prepared photo above 10 MB', async () => {
    const codec = new FakeCodec(new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]))
    expect(await createPrepareImage(codec)(blobOf(webp))).toEqual({
      ok: false,
      error: { code: 'tooLarge', sizeLimitMb: 10 },
    })
    expect(codec.closed).toBe(1)
  })
})
