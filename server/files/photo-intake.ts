import { errorCodes } from '@handsfree/core/api'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { createFairQueue, QueueFullError } from './fair-queue.ts'
import { checkImage, encodeImage, type StoredImage } from './image.ts'
import { readUpload } from './upload.ts'

/** Pixels of a picture that takes long and much memory: our own clients send a tenth of it. */
const heavyPixels = 16_000_000

/** Photos of one account that are on their way at once: 9 of an order, and some that are tried again. */
const heldPerAccount = 3
const waitingPerAccount = 12

/** Seconds after which one of them is sure to be done. */
const retryAfter = 10

export type PhotoIntake = {
  /**
   * Reads one upload of an account and makes a picture of it, when it is its turn. Throws what `readUpload`, `check`
   * and `encode` throw, and 1012 (429, `photosAtOnce`) when the account has too many on their way.
   */
  take(
    account: string,
    request: Pick<FastifyRequest, 'raw'>,
    read: () => Promise<Buffer>,
  ): Promise<StoredImage>
}

/**
 * The bound of what uploads may hold: 24 bodies in memory, 3 of one account, the others wait unread; one large and two
 * other pictures being decoded, of an account one of each. Accounts take turns.
 */
export function createPhotoIntake({ check = checkImage, encode = encodeImage } = {}): PhotoIntake {
  const bodies = createFairQueue({
    atOnce: 24,
    atOncePerParty: heldPerAccount,
    waitingPerParty: waitingPerAccount,
  })
  const decoding = { atOncePerParty: 1, waitingPerParty: heldPerAccount }
  const large = createFairQueue({ atOnce: 1, ...decoding })
  const others = createFairQueue({ atOnce: 2, ...decoding })

  return {
    async take(account, { raw }, read) {
      const gone = new AbortController()
      raw.once('close', () => gone.abort())
      try {
        return await bodies.run(
          account,
          async () => {
            const image = await check(await read())
            return (image.pixels > heavyPixels ? large : others).run(account, () => encode(image))
          },
          gone.signal,
        )
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error
        throw new ApiError(errorCodes.accessDenied, 'too many pictures at once', {
          status: 429,
          details: { field: 'photosAtOnce', retryAfter },
        })
      }
    },
  }
}

const intake = createPhotoIntake()

/** The picture in the body of an account's upload; all uploads of this process share one intake. */
export const takePhoto = (account: string, request: FastifyRequest): Promise<StoredImage> =>
  intake.take(account, request, () => readUpload(request))
