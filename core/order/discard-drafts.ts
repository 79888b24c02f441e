import type { App } from '../app.ts'
import { storageKeys } from '../storage/keys.ts'
import { forgetVisitorPreviews } from './preview.ts'

/** For a visitor who finds somebody else's words here: ends the orders that are filled in, and deletes them. */
export function discardVisitorDrafts({ platform, placements }: App): void {
  for (const [qrId, placement] of placements) {
    if (placement.getSnapshot().context.hasAccount) continue
    placement.stop()
    placements.delete(qrId)
  }
  const held = forgetVisitorPreviews(platform.storage)
  platform.storage.remove(storageKeys.recentRecipient)
  platform.heldImages?.remove(held).catch(() => undefined)
}
