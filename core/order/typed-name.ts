import type { KeyValueStorage } from '../platform.ts'
import { cleanLine } from '../text/clean.ts'
import { readOrderPreviews } from './preview.ts'

/** The name that a traveller typed for themselves in their latest draft; empty without one. */
export const typedOwnName = (storage: KeyValueStorage, uin: string): string =>
  readOrderPreviews(storage, uin)
    .flatMap(({ draft, leftReceiver }) => [draft.receiver, leftReceiver])
    .flatMap((receiver) => (receiver?.who === 'me' ? cleanLine(receiver.name) : ''))
    .find((name) => name !== '') ?? ''
