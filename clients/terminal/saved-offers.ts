import { createSavedOffers, offeredReceivers, toDraftReceiver } from '@handsfree/core/account'
import type { DraftReceiver } from '@handsfree/core/booking'
import type { SavedEntry } from '@handsfree/core/contract'
import { type TerminalSession, waitUntil } from './terminal-session.ts'

/** Returns the saved entries; empty if they can't be read. */
export async function savedOffers(session: TerminalSession): Promise<readonly SavedEntry[]> {
  const reading = createSavedOffers(session.app)
  reading.start()
  try {
    const read = await waitUntil(session, reading, (current) => !current.hasTag('busy'))
    return (read.context.value as readonly SavedEntry[] | null) ?? []
  } finally {
    reading.stop()
  }
}

/** Offers saved receivers. Returns null without saved receivers or if the traveller types another. */
export async function askSavedReceiver(
  session: TerminalSession,
  receiver: DraftReceiver,
): Promise<DraftReceiver | null> {
  const offered = offeredReceivers(await savedOffers(session), receiver)
  if (offered.length === 0) return null
  const found = await session.choose(session.text('saved.receivers'), [
    ...offered.map(({ content }) => ({ value: content, label: content.name })),
    { value: null, label: session.text('orderForm.receiverName') },
  ])
  return found && toDraftReceiver(found)
}
