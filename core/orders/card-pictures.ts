import * as v from 'valibot'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'

/** Thumbnails of order photos, keyed by the stable part of the photo URL. */
export type CardPictures = [path: string, data: string][]

const Stored = v.array(v.tuple([v.string(), v.string()]))

export const readCardPictures = (storage: KeyValueStorage): CardPictures =>
  readStored(storage, storageKeys.cardPictures, Stored) ?? []
