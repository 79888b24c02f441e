import type { SnapshotFrom } from 'xstate'
import type { DeliveryChoice } from '../booking/draft-shape.ts'
import type { Order, ReturnChoice } from '../contract/order.ts'
import { cleanLine } from '../lib/clean.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderReturnMachine } from './order-return.machine.ts'

/** The traveller's unsent choice. `place` is kept while another kind is selected. */
export type ReturnDraft = {
  kind: ReturnChoice['kind'] | null
  place: DeliveryChoice | null
  /** `choiceOfOrder` when the draft was made. */
  about: string | null
}

export const emptyReturnDraft: ReturnDraft = { kind: null, place: null, about: null }

/** The choice to post; null if incomplete. */
export function choiceOfDraft({ kind, place }: Pick<ReturnDraft, 'kind' | 'place'>): ReturnChoice | null {
  if (kind !== 'address') return kind && { kind }
  if (place?.kind === 'site') return { kind, delivery: { kind: 'site', siteId: place.site.siteId } }
  const address = cleanLine(place?.address ?? '')
  if (!place || place.regionId === null || address === '') return null
  const { regionId, detail } = place
  return { kind, delivery: { kind: 'custom', regionId, address, detail: cleanLine(detail) } }
}

/** Fingerprint of the order's question and choice. A different value makes a draft obsolete. */
export const returnFingerprint = ({ returning }: Order): string =>
  JSON.stringify([returning?.state, returning?.choice, returning?.place?.name, returning?.place?.location])

type ReturnSnapshot = SnapshotFrom<typeof orderReturnMachine>

export const selectReturnOrder = (snapshot: ReturnSnapshot) => snapshot.context.order
export const selectReturnDraft = (snapshot: ReturnSnapshot) => snapshot.context.draft
export const selectReturnProblem = (snapshot: ReturnSnapshot) => snapshot.context.problem
export const selectReturnReading = ({ children }: ReturnSnapshot) =>
  children.reading as ReadingRef | undefined
export const selectIsChoosing = (snapshot: ReturnSnapshot) =>
  snapshot.matches('choosing') || snapshot.matches('sending') || snapshot.matches('outcomeUnknown')
