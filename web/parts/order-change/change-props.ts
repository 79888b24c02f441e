import type { Order } from '@handsfree/core/contract'
import type { OrderChangeActor } from '@handsfree/core/orders'
import type { ReactNode } from 'react'

export type ChangeProps = {
  change: OrderChangeActor
  order: Order
  /** An operator changes the order of a traveller who called. */
  isForCaller?: boolean
}
export type ChangePageProps = ChangeProps & { bar: ReactNode }
