import { focusWrong } from './focus-wrong.ts'
import { guardTaps } from './guard-taps.ts'
import { keepFocus } from './keep-focus.ts'
import { openOffline } from './open-offline.ts'

/** Loads what a page needs only once it is shown. */
export function afterLoad(): void {
  guardTaps(document)
  keepFocus(document)
  focusWrong(document)
  openOffline()
}
