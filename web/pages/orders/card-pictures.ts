import { type KeyValueStorage, storageKeys } from '@handsfree/core'
import { type CardPictures, readCardPictures } from '@handsfree/core/orders'

/** Edge in px and number of stored pictures: about 10 KB each, of the 5 MB that browsers grant. */
const maxEdgePx = 240
const maxPictures = 20

/** A photo's URL without its signature, which changes with every read. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

export const readPicture = (storage: KeyValueStorage, url: string): string | null =>
  readCardPictures(storage).find(([path]) => path === pathOf(url))?.[1] ?? null

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** Decodes and scales beside the page, which a photo would block for a tenth of a second on phones. */
async function scaleDown(image: HTMLImageElement): Promise<string> {
  const scale = Math.min(1, maxEdgePx / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  const size = { resizeWidth: canvas.width, resizeHeight: canvas.height, resizeQuality: 'high' } as const
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(await createImageBitmap(image, size))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.6))
  if (!blob) throw new Error('no picture')
  return dataUrlOf(blob)
}

/** Stores a small copy of a displayed photo. Cross-origin photos without CORS can't be copied. */
export async function saveCardPicture(
  storage: KeyValueStorage,
  url: string,
  image: HTMLImageElement,
): Promise<void> {
  const isKnown = (pictures: CardPictures) => pictures.some(([path]) => path === pathOf(url))
  if (isKnown(readCardPictures(storage))) return
  try {
    const data = await scaleDown(image)
    // Another picture may have been stored in the meantime.
    const otherPictures = readCardPictures(storage)
    if (isKnown(otherPictures)) return
    const kept: CardPictures = [[pathOf(url), data], ...otherPictures]
    storage.set(storageKeys.cardPictures, JSON.stringify(kept.slice(0, maxPictures)))
  } catch {
    // Not stored; the card loads the photo from the network.
  }
}
