import type { SnapshotFrom } from 'xstate'
import type { DeliveryChoice } from '../booking/draft-shape.ts'
import type { Order, ReturnChoice } from '../contract/order.ts'
import { cleanLine } from '../lib/clean.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import type { orderReturnMachine } from './order-return.machine.ts'

/** What a traveller is about to choose; `place` is where another address is, also while another way is looked at. */
export type ReturnDraft = {
  kind: ReturnChoice['kind'] | null
  place: DeliveryChoice | null
  /** The order's choice at that time, from `choiceOfOrder`. */
  about: string | null
}

/** A draft before anything is chosen. */
export const emptyReturnDraft: ReturnDraft = { kind: null, place: null, about: null }

/** The choice as it is sent; null while something is missing. */
export function choiceOfDraft({ kind, place }: Pick<ReturnDraft, 'kind' | 'place'>): ReturnChoice | null {
  if (kind !== 'address') return kind && { kind }
  if (place?.kind === 'site') return { kind, delivery: { kind: 'site', siteId: place.site.siteId } }
  const address = cleanLine(place?.address ?? '')
  if (!place || place.regionId === null || address === '') return null
  const { regionId, detail } = place
  return { kind, delivery: { kind: 'custom', regionId, address, detail: cleanLine(detail) } }
}

/** What an order says about where its bags go: another value is another question or answer. */
export const choiceOfOrder = ({ returning }: Order): string =>
  JSON.stringify([returning?.state, returning?.choice, returning?.place?.name, returning?.place?.location])

type ReturnSnapshot = SnapshotFrom<typeof orderReturnMachine>

export const selectReturnOrder = (snapshot: ReturnSnapshot) => snapshot.context.order
export const selectReturnDraft = (snapshot: ReturnSnapshot) => snapshot.context.draft
/** Why the last choice was not taken; null without a failure. */
export const selectReturnProblem = (snapshot: ReturnSnapshot) => snapshot.context.problem
/** Takes `reading.retry`. */
export const selectReturnReading = ({ children }: ReturnSnapshot) =>
  children.reading as ReadingRef | undefined
/** Whether something is to be chosen, or is on its way. */
export const selectIsChoosing = (snapshot: ReturnSnapshot) =>
  snapshot.matches('choosing') || snapshot.matches('sending') || snapshot.matches('outcomeUnknown')
