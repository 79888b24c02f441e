import { type DrawOrder, draw } from './draw.ts'

const canWork = () => typeof Worker === 'function' && typeof OffscreenCanvas === 'function'

/** Shared by all images; null after a failure. */
let worker: Worker | null | undefined

function openWorker(): Worker | null {
  if (worker === undefined) {
    worker = canWork() ? new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' }) : null
    worker?.addEventListener('error', () => {
      worker = null
    })
  }
  return worker
}

/** Transfers the bitmap, which can't be used afterwards. Null if the worker fails. */
function encodeAside(order: DrawOrder): Promise<Blob | null> {
  const aside = openWorker()
  if (!aside) return Promise.resolve(null)
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const answer = (blob: Blob | null) => {
      port1.close()
      resolve(blob)
    }
    port1.onmessage = ({ data }) => answer(data)
    aside.addEventListener('error', () => answer(null), { once: true })
    aside.postMessage(order, [order.bitmap, port2])
  })
}

function encodeHere(order: DrawOrder): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: order.width,
    height: order.height,
  })
  draw(canvas.getContext('2d'), order)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      order.quality,
    ),
  )
}

/**
 * Encodes a JPEG in a worker, because a phone's photo would block the page for about a second. Falls back to the main
 * thread with a new bitmap from `decode`.
 */
export async function encode(order: DrawOrder, decode: () => Promise<ImageBitmap>): Promise<Blob> {
  const blob = await encodeAside(order)
  if (blob) return blob
  const bitmap = await decode()
  try {
    return await encodeHere({ ...order, bitmap })
  } finally {
    bitmap.close()
  }
}
