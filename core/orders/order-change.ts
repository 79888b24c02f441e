import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import type { Draft } from '../booking/draft-shape.ts'
import { type ChangedFacts, ChangePreview } from '../contract/change.ts'
import { changeRefusals } from '../contract/change-state.ts'
import type { Order } from '../contract/order.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { type ApiFailure, isRefusedWith, reasonOf } from '../lib/failure.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { changeableKind } from './change.ts'
import { changedFactsOf, draftAfterPickup } from './changed-facts.ts'
import type { orderChangeMachine } from './order-change.machine.ts'

/** The current preview, if the server refused because the confirmed difference is outdated; else null. */
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
export const selectChangeReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading

/** Part of the page to show; `unread` also when the order doesn't exist. */
export function selectChangeStage({ value }: Snapshot): 'unread' | 'refused' | 'waiting' | 'form' {
  if (value === 'loading' || value === 'notThere') return 'unread'
  if (value === 'waiting' || value === 'withdrawing') return 'waiting'
  return value === 'refused' ? 'refused' : 'form'
}

/** Fields that differ from the order's facts; empty without a form. */
export const selectChangedFacts = ({ context: { changeable } }: Snapshot, draft: Draft): ChangedFacts =>
  changeable ? changedFactsOf(changeable.original, draft, changeable.kind) : {}

/** The form's initial draft; null without a form. `now` is ms since 1970. */
export function selectUnchangedDraft({ context: { changeable } }: Snapshot, now: number): Draft | null {
  if (!changeable) return null
  const { kind, original, form } = changeable
  return kind === 'destination' ? draftAfterPickup(original, form.place, now) : original
}

export const selectChangePreview = ({ context }: Snapshot) => context.preview
export const selectChangeProblem = ({ context }: Snapshot) => context.problem

/** Evaluates the rule just after free cancellation ends, since the server already refused the change. */
function reasonByState({ lifecycle, pickupTime, promises, returning }: Order): string | null {
  const now = Date.parse(promises.freeCancellationUntil) + 1
  const changeable = changeableKind(lifecycle, {
    now,
    pickupTime: Date.parse(pickupTime),
    isCourierThere: false,
    isGoingBack: Boolean(returning),
  })
  return changeable.ok ? null : changeable.error
}

/** Why the order can't be changed, from the server's reply or the order's state; else `other`. */
export function selectChangeRefusal({ context: { problem, order } }: Snapshot) {
  const said = problem?.kind === 'refused' ? reasonOf(problem.details) : null
  const reason = said ?? (order && reasonByState(order))
  return changeRefusals.find((known) => known === reason) ?? 'other'
}

/** Path after posting: the change's payment page if due, else the order. */
export function selectChangedPath({ context: { order } }: Snapshot): string | null {
  if (!order) return null
  const paymentId = order.changes?.open?.paymentId
  return paymentId ? `/payment/checkout/${paymentId}` : `/order/detail/${order.orderId}`
}
