import { type DrawRequest, draw } from './draw.ts'

const supportsWorker = () => typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

/** Shared by all images. Undefined before the first, null if unsupported or after a failure. */
let worker: Worker | null | undefined

function openWorker(): Worker | null {
  if (worker === undefined) {
    worker = supportsWorker()
      ? new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' })
      : null
    worker?.addEventListener('error', () => {
      worker = null
    })
  }
  return worker
}

/** Null without a working worker. Else transfers the bitmap, which can't be used afterwards. */
function encodeInWorker(request: DrawRequest): Promise<Blob | null> {
  const encoder = openWorker()
  if (!encoder) return Promise.resolve(null)
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (blob: Blob | null) => {
      port1.close()
      resolve(blob)
    }
    port1.onmessage = ({ data }) => finish(data)
    encoder.addEventListener('error', () => finish(null), { once: true })
    encoder.postMessage(request, [request.bitmap, port2])
  })
}

function encodeOnMainThread(request: DrawRequest): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: request.width,
    height: request.height,
  })
  draw(canvas.getContext('2d'), request)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      request.quality,
    ),
  )
}

/**
 * Encodes a JPEG in a worker, because a phone's photo would block the page for about a second. Falls back to the main
 * thread with a new bitmap from `decode`.
 */
export async function encode(request: DrawRequest, decode: () => Promise<ImageBitmap>): Promise<Blob> {
  const blob = await encodeInWorker(request)
  if (blob) return blob
  const bitmap = await decode()
  try {
    return await encodeOnMainThread({ ...request, bitmap })
  } finally {
    bitmap.close()
  }
}
