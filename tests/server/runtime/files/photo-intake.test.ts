import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { CheckedImage, StoredImage } from '../../../../server/runtime/files/image.ts'
import { createPhotoIntake } from '../../../../server/runtime/files/photo-intake.ts'

const large = 39_700_000
const small = 1_000_000

/** An intake whose decoding the test controls; bodies arrive immediately. */
const heldIntake = () => {
  const reading: string[] = []
  const decoding: string[] = []
  const ends = new Map<string, () => void>()
  const intake = createPhotoIntake({
    check: async (upload: Buffer): Promise<CheckedImage> => ({
      upload,
      pixels: upload.includes('large') ? large : small,
    }),
    encode: ({ upload }: CheckedImage) =>
      new Promise<StoredImage>((resolve) => {
        const name = upload.toString()
        decoding.push(name)
        ends.set(name, () => {
          decoding.splice(decoding.indexOf(name), 1)
          resolve({ content: upload, width: 1, height: 1 })
        })
      }),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    reading,
    decoding,
    settled,
    take(account: string, name: string, raw = new EventEmitter()) {
      return intake.take(account, { raw: raw as IncomingMessage }, async () => {
        reading.push(name)
        return Buffer.from(name)
      })
    },
    async end(name: string) {
      ends.get(name)!()
      await settled()
    },
  }
}

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)

describe('picture uploads', () => {
  test('decodes a small photo immediately beside 40 large ones of another account', async () => {
    const { take, decoding, reading, settled, end } = heldIntake()
    const hostile = names('large', 40).map((name) => take('a', name))
    const outcomes = Promise.allSettled(hostile)
    await settled()
    expect([reading, decoding]).toEqual([['large 1', 'large 2', 'large 3'], ['large 1']])
    const photo = take('b', 'photo')
    await settled()
    expect(decoding).toEqual(['large 1', 'photo'])
    await end('photo')
    expect((await photo).content.toString()).toBe('photo')
    for (let number = 1; number <= 15; number++) {
      expect(decoding).toEqual([`large ${number}`])
      await end(`large ${number}`)
    }
    const refusal = {
      code: 1012,
      status: 429,
      message: 'too many concurrent uploads',
      details: { field: 'photosAtOnce', retryAfter: 10 },
    }
    expect(
      (await outcomes).map((outcome) =>
        outcome.status === 'rejected' ? { ...outcome.reason, message: outcome.reason.message } : 'taken',
      ),
    ).toEqual([...Array(15).fill('taken'), ...Array(25).fill(expect.objectContaining(refusal))])
  })

  test('delays a large photo by at most one large photo of each other account', async () => {
    const { take, decoding, settled, end } = heldIntake()
    for (const account of ['a', 'b']) {
      for (const name of names(`large ${account}`, 9)) void take(account, name)
    }
    await settled()
    void take('c', 'large c')
    await settled()
    const order: string[] = []
    while (order.length < 4) {
      order.push(...decoding)
      await end(decoding[0]!)
    }
    expect(order).toEqual(['large a 1', 'large b 1', 'large c', 'large a 2'])
  })

  test('holds at most 24 bodies of all accounts, and decodes at most three pictures', async () => {
    const { take, reading, decoding, settled } = heldIntake()
    for (const account of 'abcdefghijkl') {
      for (const name of [...names(`large ${account}`, 2), ...names(account, 2)]) void take(account, name)
    }
    await settled()
    expect([reading.length, decoding]).toEqual([24, ['large a 1', 'a 1', 'b 1']])
  })

  test('skips an upload whose sender disconnected before its turn', async () => {
    const { take, reading, settled, end } = heldIntake()
    for (const name of names('a', 3)) void take('a', name)
    const line = new EventEmitter()
    const left = expect(take('a', 'left', line)).rejects.toThrow('the connection closed')
    void take('a', 'a 5')
    await settled()
    line.emit('close')
    await left
    await end('a 1')
    expect(reading).toEqual(['a 1', 'a 2', 'a 3', 'a 5'])
  })

  test('frees the place of an upload whose connection closes before or while it is read', async () => {
    const intake = createPhotoIntake()
    const never = () => new Promise<Buffer>(() => {})
    const take = (raw: object) => intake.take('a', { raw: raw as IncomingMessage }, never)
    const closed = 'the connection closed'
    for (let count = 0; count < 6; count++) {
      await expect(take(Object.assign(new EventEmitter(), { destroyed: true }))).rejects.toThrow(closed)
    }
    for (let count = 0; count < 6; count++) {
      const line = new EventEmitter()
      const left = expect(take(line)).rejects.toThrow(closed)
      await new Promise((resolve) => setImmediate(resolve))
      line.emit('close')
      await left
    }
  })

  test('aborts a body that arrives too slowly', async () => {
    const intake = createPhotoIntake({ within: 1 })
    const never = () => new Promise<Buffer>(() => {})
    for (let count = 0; count < 6; count++) {
      const slow = intake.take('a', { raw: new EventEmitter() as IncomingMessage }, never)
      await expect(slow).rejects.toMatchObject({ code: 1008, status: 408 })
    }
  })
})
