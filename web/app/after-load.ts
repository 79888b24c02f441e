import { guardTaps } from './guard-taps.ts'
import { openOffline } from './open-offline.ts'

/** What a page needs once it is shown, and not before. */
export function afterLoad(): void {
  guardTaps(document)
  openOffline()
}
