import { type KeyValueStorage, storageKeys } from '@handsfree/core'
import { type CardPictures, readCardPictures } from '@handsfree/core/orders'

/** Edge of a stored picture, px, and how many there are: about 10 KB each, of the 5 MB that browsers grant. */
const edge = 240
const most = 20

/** The part of a photo's address that stays; its signature is new with every read of the order. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** A small copy of a photo that was shown before; null without one. */
export const readPicture = (storage: KeyValueStorage, url: string): string | null =>
  readCardPictures(storage).find(([path]) => path === pathOf(url))?.[1] ?? null

/** Keeps a small copy of a photo that is shown. One of another origin cannot be copied. */
export function keepPicture(storage: KeyValueStorage, url: string, image: HTMLImageElement): void {
  const others = readCardPictures(storage)
  if (others.some(([path]) => path === pathOf(url))) return
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, edge / Math.max(image.naturalWidth, image.naturalHeight))
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const kept: CardPictures = [[pathOf(url), canvas.toDataURL('image/jpeg', 0.6)], ...others]
    storage.set(storageKeys.cardPictures, JSON.stringify(kept.slice(0, most)))
  } catch {
    // The card shows what the network brings.
  }
}
