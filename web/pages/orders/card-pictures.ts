import { type KeyValueStorage, storageKeys } from '@handsfree/core'
import { type CardPictures, readCardPictures } from '@handsfree/core/orders'

/** Edge in px and number of stored pictures: about 10 KB each, of the 5 MB that browsers grant. */
const maxEdgePx = 240
const maxPictures = 20

/** A photo's URL without its signature, which changes with every read. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

export const readPicture = (storage: KeyValueStorage, url: string): string | null =>
  readCardPictures(storage).find(([path]) => path === pathOf(url))?.[1] ?? null

/** Stores a small copy of a displayed photo. Cross-origin photos without CORS can't be copied. */
export function saveCardPicture(storage: KeyValueStorage, url: string, image: HTMLImageElement): void {
  const otherPictures = readCardPictures(storage)
  if (otherPictures.some(([path]) => path === pathOf(url))) return
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, maxEdgePx / Math.max(image.naturalWidth, image.naturalHeight))
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const kept: CardPictures = [[pathOf(url), canvas.toDataURL('image/jpeg', 0.6)], ...otherPictures]
    storage.set(storageKeys.cardPictures, JSON.stringify(kept.slice(0, maxPictures)))
  } catch {
    // Not stored; the card loads the photo from the network.
  }
}
