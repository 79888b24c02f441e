import type { PaymentEvent, paymentMachine } from '@handsfree/core/payment'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>

export type StageProps = {
  snapshot: PaymentSnapshot
  send: (event: PaymentEvent) => void
  bar: ReactNode
}
