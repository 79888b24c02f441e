import { type KeyValueStorage, storageKeys } from '@handsfree/core'

/** Edge of a kept picture, px, and how many there are: about 10 KB each, of the 5 MB that browsers grant. */
const edge = 240
const most = 20

type Kept = [path: string, data: string][]

/** The part of a photo's address that stays; its signature is new with every read of the order. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

function readAll(storage: KeyValueStorage): Kept {
  try {
    const stored: unknown = JSON.parse(storage.get(storageKeys.cardPictures) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && entry.length === 2) : []
  } catch {
    return []
  }
}

/** A small copy of a photo that was shown before; null without one. */
export const readPicture = (storage: KeyValueStorage, url: string): string | null =>
  readAll(storage).find(([path]) => path === pathOf(url))?.[1] ?? null

/** Keeps a small copy of a photo that is shown. One of another origin cannot be copied. */
export function keepPicture(storage: KeyValueStorage, url: string, image: HTMLImageElement): void {
  const others = readAll(storage)
  if (others.some(([path]) => path === pathOf(url))) return
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, edge / Math.max(image.naturalWidth, image.naturalHeight))
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const kept: Kept = [[pathOf(url), canvas.toDataURL('image/jpeg', 0.6)], ...others]
    storage.set(storageKeys.cardPictures, JSON.stringify(kept.slice(0, most)))
  } catch {
    // The card shows what the network brings.
  }
}
