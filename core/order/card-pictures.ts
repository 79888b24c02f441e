import * as v from 'valibot'
import type { KeyValueStorage } from '../platform.ts'
import { storageKeys } from '../storage/keys.ts'
import { readStored } from '../storage/read-stored.ts'

/** Small copies of an order's photos, by the part of their address that stays. */
export type CardPictures = [path: string, data: string][]

const Stored = v.array(v.tuple([v.string(), v.string()]))

export const readCardPictures = (storage: KeyValueStorage): CardPictures =>
  readStored(storage, storageKeys.cardPictures, Stored) ?? []
