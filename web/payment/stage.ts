import type { PaymentEvent, paymentMachine } from '@handsfree/core/payment'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

/** What every stage of a payment's page is given. */
export type StageProps = {
  snapshot: PaymentSnapshot
  send: (event: PaymentEvent) => void
  bar: ReactNode
}
