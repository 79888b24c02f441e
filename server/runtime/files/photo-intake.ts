import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { createFairQueue, QueueFullError } from '../fair-queue.ts'
import { ApiError, paramError } from '../http/api-error.ts'
import { checkImage, encodeImage, type StoredImage } from './image.ts'
import { readUpload } from './upload.ts'

/** Pixels from which a picture takes long and much memory: our own clients send a tenth of it. */
const heavyPixels = 16_000_000

/** Photos of one account in progress at once: 9 of an order, and some retries. */
const heldPerAccount = 3
const waitingPerAccount = 12

/** Seconds after which one of them is surely done. */
const retryAfter = 10

/** Milliseconds that a body may take once it is read: our own clients give up after 60 s. */
const arrivesWithin = 90_000

/** Aborts when the request ends before its body was read, also when nobody listens yet. */
function lineClosed({ raw }: Pick<FastifyRequest, 'raw'>): AbortSignal {
  const closed = new AbortController()
  const abort = () => raw.readableEnded || closed.abort(paramError('the line is closed', 400))
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return closed.signal
}

/** The result of `read`, or a rejection: a body that stops arriving would hold its place for ever. */
async function arrived(read: () => Promise<Buffer>, closed: AbortSignal, within: number): Promise<Buffer> {
  closed.throwIfAborted()
  const gaveUp = new AbortController()
  const cancel = systemClock.after(within, () => gaveUp.abort(paramError('the picture takes too long', 408)))
  const end = AbortSignal.any([closed, gaveUp.signal])
  try {
    return await Promise.race([
      read(),
      new Promise<never>((_, reject) => {
        end.addEventListener('abort', () => reject(end.reason), { once: true })
      }),
    ])
  } finally {
    cancel()
  }
}

export type PhotoIntake = {
  /**
   * Reads one upload of an account when it is its turn, and converts it. Throws what `readUpload`, `check` and `encode`
   * throw, 1012 (429, `photosAtOnce`) when the account has too many in progress, and 1008 (408) for a body that takes
   * longer than 90 s.
   */
  take(
    account: string,
    request: Pick<FastifyRequest, 'raw'>,
    read: () => Promise<Buffer>,
  ): Promise<StoredImage>
}

/**
 * Bounds uploads: 24 bodies in memory, 3 of one account, the others wait unread; one large and two other pictures are
 * decoded at once, one of each account. Accounts take turns.
 */
export function createPhotoIntake({
  check = checkImage,
  encode = encodeImage,
  within = arrivesWithin,
} = {}): PhotoIntake {
  const bodies = createFairQueue({
    atOnce: 24,
    atOncePerParty: heldPerAccount,
    waitingPerParty: waitingPerAccount,
  })
  const decoding = { atOncePerParty: 1, waitingPerParty: heldPerAccount }
  const large = createFairQueue({ atOnce: 1, ...decoding })
  const others = createFairQueue({ atOnce: 2, ...decoding })

  return {
    async take(account, request, read) {
      const closed = lineClosed(request)
      try {
        return await bodies.run(
          account,
          async () => {
            const image = await check(await arrived(read, closed, within))
            return (image.pixels > heavyPixels ? large : others).run(account, () => encode(image))
          },
          closed,
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

/**
 * The picture in the body of an account's upload; all uploads of this process share one intake. `onRead` gets what was
 * uploaded, before it is converted.
 */
export const takePhoto = (
  account: string,
  request: FastifyRequest,
  onRead?: (upload: Buffer) => void,
): Promise<StoredImage> =>
  intake.take(account, request, async () => {
    const upload = await readUpload(request)
    onRead?.(upload)
    return upload
  })
