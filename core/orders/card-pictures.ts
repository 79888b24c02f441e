import * as v from 'valibot'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'

/** Small copies of an order's photos, by the part of their address that stays. */
export type CardPictures = [path: string, data: string][]

const Stored = v.array(v.tuple([v.string(), v.string()]))

export const readCardPictures = (storage: KeyValueStorage): CardPictures =>
  readStored(storage, storageKeys.cardPictures, Stored) ?? []
