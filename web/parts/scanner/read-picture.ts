import type { CodeChoice } from './camera.ts'
import { createQrEngine, type QrEngine, regionsOf } from './engine.ts'

/** Longest edges to search at, px, in this order. 1024 is first, because most codes fill the picture. */
const sizes = [1024, 2048, 480]
/** Longest edge of a rasterized SVG, px. */
const drawingSize = 1024

/** `createImageBitmap` rejects SVG files. */
async function openDrawing(file: Blob): Promise<ImageBitmap> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1]
    const scale = drawingSize / Math.max(width, height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await createImageBitmap(canvas)
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

const openPicture = (file: Blob): Promise<ImageBitmap> =>
  file.type === 'image/svg+xml'
    ? openDrawing(file)
    : createImageBitmap(file, { imageOrientation: 'from-image' })

/** The last try uses a black background, for light codes on a transparent one. */
async function* textsIn(engine: QrEngine, picture: ImageBitmap) {
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
  for (const size of sizes) yield await engine.read(picture, whole, size)
  for (const part of regionsOf(whole)) yield await engine.read(picture, part, 1024)
  yield await engine.read(picture, whole, 1024, '#000')
}

/**
 * Text of the QR code in an album picture; prefers wanted codes. Throws if `source` isn't a picture with a code.
 */
export async function readPicture(source: unknown, { isWanted, pick }: CodeChoice): Promise<string> {
  if (!(source instanceof Blob)) throw new Error('no picture')
  const picture = await openPicture(source)
  const engine = await createQrEngine()
  try {
    const allTexts: string[] = []
    for await (const texts of textsIn(engine, picture)) {
      allTexts.push(...texts)
      if (texts.some(isWanted)) break
    }
    const text = pick(allTexts)
    if (text === null) throw new Error('no QR code')
    return text
  } finally {
    picture.close()
    engine.close()
  }
}
