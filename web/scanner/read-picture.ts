import { createQrEngine } from './engine.ts'

/** Longest edges at which a picture is searched, px: small first, since most codes fill the picture. */
const sizes = [1024, 2048, 480]

function draw(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The text of the QR code in a picture of the album. Throws where there is none, or no picture. */
export async function readPicture(source: unknown): Promise<string> {
  if (!(source instanceof Blob)) throw new Error('no picture')
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' })
  const engine = await createQrEngine()
  try {
    for (const size of sizes) {
      const text = await engine.read(draw(bitmap, size))
      if (text !== null) return text
    }
    throw new Error('no QR code')
  } finally {
    bitmap.close()
    engine.close()
  }
}
