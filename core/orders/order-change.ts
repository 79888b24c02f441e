import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { Draft } from '../booking/draft-shape.ts'
import { type ChangedFacts, ChangePreview } from '../contract/change.ts'
import { changeRefusals } from '../contract/change-state.ts'
import type { Order } from '../contract/order.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith, reasonOf } from '../lib/failure.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { changeableBy } from './change.ts'
import { changedFactsOf, draftAfterPickup } from './changed-facts.ts'
import type { orderChangeMachine } from './order-change.machine.ts'

/** The preview at today's difference, where the one that was confirmed no longer holds; else null. */
export function newPreviewOf(failure: ApiFailure): ChangePreview | null {
  if (failure.kind !== 'refused' || !isRefusedWith(failure, errorCodes.billingRuleNotFound)) return null
  const preview = v.safeParse(ChangePreview, failure.details)
  return preview.success ? preview.output : null
}

const unchangeableCodes = [errorCodes.cannotChange, errorCodes.expressLocked] as const

/** Whether the server refused because the order can no longer be changed. */
export const isUnchangeable = (failure: ApiFailure): boolean =>
  unchangeableCodes.some((code) => isRefusedWith(failure, code))

type Snapshot = SnapshotFrom<typeof orderChangeMachine>

export const selectChangeOrder = ({ context }: Snapshot) => context.order
export const selectChangeForm = ({ context }: Snapshot) => context.form
/** Reads the order; takes `reading.retry`. */
export const selectChangeReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading

/** What the page is about; `unread` until the order was read, and where there is none. */
export function selectChangeStage({ value }: Snapshot): 'unread' | 'refused' | 'waiting' | 'form' {
  if (value === 'loading' || value === 'notThere') return 'unread'
  if (value === 'waiting' || value === 'withdrawing') return 'waiting'
  return value === 'refused' ? 'refused' : 'form'
}

/** What of the form is otherwise than the order's facts; nothing while there is no form. */
export const selectChangedFacts = ({ context: { changeable } }: Snapshot, draft: Draft): ChangedFacts =>
  changeable ? changedFactsOf(changeable.first, draft, changeable.kind) : {}

/** The form's draft before anything was changed; null while there is no form. Milliseconds since 1970. */
export function selectUnchangedDraft({ context: { changeable } }: Snapshot, now: number): Draft | null {
  if (!changeable) return null
  const { kind, first, form } = changeable
  return kind === 'destination' ? draftAfterPickup(first, form.place, now) : first
}

export const selectChangePreview = ({ context }: Snapshot) => context.preview
export const selectChangeProblem = ({ context }: Snapshot) => context.problem

/** Of an order that the server lets nobody change: by its state, or because of the time. */
function reasonByState({ lifecycle, pickupTime, promises, returning }: Order): string | null {
  const now = Date.parse(promises.freeCancellationUntil) + 1
  const changeable = changeableBy(lifecycle, {
    now,
    pickupTime: Date.parse(pickupTime),
    isCourierThere: false,
    isGoingBack: Boolean(returning),
  })
  return changeable.ok ? null : changeable.error
}

/** Why the order cannot be changed, from the server's reply or from its state; else `other`. */
export function selectChangeRefusal({ context: { problem, order } }: Snapshot) {
  const said = problem?.kind === 'refused' ? reasonOf(problem.details) : null
  const reason = said ?? (order && reasonByState(order))
  return changeRefusals.find((known) => known === reason) ?? 'other'
}

/** Where the traveller goes on once the change is posted: to its payment, or to the order. */
export function selectChangedPath({ context: { order } }: Snapshot): string | null {
  if (!order) return null
  const paymentId = order.changes?.open?.paymentId
  return paymentId ? `/payment/checkout/${paymentId}` : `/order/detail/${order.orderId}`
}
