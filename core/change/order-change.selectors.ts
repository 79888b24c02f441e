import type { SnapshotFrom } from 'xstate'
import { changeRefusals } from '../api/contract/change-state.ts'
import { reasonOf } from '../api/failure.ts'
import type { orderChangeMachine } from './order-change.machine.ts'

type Snapshot = SnapshotFrom<typeof orderChangeMachine>

export const selectChangeOrder = ({ context }: Snapshot) => context.order
export const selectChangeForm = ({ context }: Snapshot) => context.form
export const selectChangePreview = ({ context }: Snapshot) => context.preview
export const selectChangeProblem = ({ context }: Snapshot) => context.problem

/** Why the order cannot be changed, where the server said so; else `other`. */
export function selectChangeRefusal({ context: { problem } }: Snapshot) {
  const reason = problem?.kind === 'refused' ? reasonOf(problem.details) : null
  return changeRefusals.find((known) => known === reason) ?? 'other'
}

/** Where the traveller goes on once the change is posted: to its payment, or to the order. */
export function selectChangedPath({ context: { order } }: Snapshot): string | null {
  if (!order) return null
  const paymentId = order.changes?.open?.paymentId
  return paymentId ? `/payment/checkout/${paymentId}` : `/order/detail/${order.orderId}`
}
