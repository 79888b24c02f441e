import { errorCodes } from '@handsfree/core/lib'
import type { FastifyRequest } from 'fastify'
import { systemClock } from '../clock.ts'
import { createFairQueue, QueueFullError } from '../fair-queue.ts'
import { ApiError, paramError } from '../http/api-error.ts'
import { checkImage, encodeImage, type StoredImage } from './image.ts'
import { readUpload } from './upload.ts'

/** Pixels above which decoding is slow and memory-hungry. Our clients send a tenth of that. */
const heavyPixels = 16_000_000

/** Concurrent and waiting photos per account: an order has up to 9, plus retries. */
const maxUploadsPerAccount = 3
const maxWaitingPerAccount = 12

/** Seconds after which a slot is certainly free. */
const retryAfter = 10

/** Timeout of a body in ms. Our clients give up after 60 s. */
const uploadTimeoutMs = 90_000

/** Aborts if the connection closes before the body was read, or was already closed. */
function closedSignalOf({ raw }: Pick<FastifyRequest, 'raw'>): AbortSignal {
  const closed = new AbortController()
  const abort = () => raw.readableEnded || closed.abort(paramError('the connection closed', 400))
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return closed.signal
}

/** Adds a timeout to `read`: a stalled body would occupy its slot forever. */
async function readWithin(read: () => Promise<Buffer>, closed: AbortSignal, within: number): Promise<Buffer> {
  closed.throwIfAborted()
  const gaveUp = new AbortController()
  const cancel = systemClock.after(within, () => gaveUp.abort(paramError('the upload timed out', 408)))
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
   * Queues, reads and converts one upload. Throws the errors of `readUpload`, `check` and `encode`. Throws 1012 (429,
   * `photosAtOnce`) if the account has too many in progress, 1008 (408) for a body slower than `arrivesWithin`.
   */
  take(
    account: string,
    request: Pick<FastifyRequest, 'raw'>,
    read: () => Promise<Buffer>,
  ): Promise<StoredImage>
}

/**
 * Limits uploads: 24 bodies in memory, 3 per account; others wait unread. Decodes one large and two other pictures at
 * a time, one per account. Accounts take turns.
 */
export function createPhotoIntake({
  check = checkImage,
  encode = encodeImage,
  within: timeoutMs = uploadTimeoutMs,
} = {}): PhotoIntake {
  const bodies = createFairQueue({
    maxRunning: 24,
    maxRunningPerParty: maxUploadsPerAccount,
    maxWaitingPerParty: maxWaitingPerAccount,
  })
  const decoding = { maxRunningPerParty: 1, maxWaitingPerParty: maxUploadsPerAccount }
  const largeImages = createFairQueue({ maxRunning: 1, ...decoding })
  const smallImages = createFairQueue({ maxRunning: 2, ...decoding })

  return {
    async take(account, request, read) {
      const closed = closedSignalOf(request)
      try {
        return await bodies.run(
          account,
          async () => {
            const image = await check(await readWithin(read, closed, timeoutMs))
            return (image.pixels > heavyPixels ? largeImages : smallImages).run(account, () => encode(image))
          },
          closed,
        )
      } catch (error) {
        if (!(error instanceof QueueFullError)) throw error
        throw new ApiError(errorCodes.accessDenied, 'too many concurrent uploads', {
          status: 429,
          details: { field: 'photosAtOnce', retryAfter },
        })
      }
    },
  }
}

const intake = createPhotoIntake()

/** Uses one intake per process. `onRead` gets the upload before conversion. */
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
