import type { Order } from '@handsfree/core/api'
import type { OrderReturnActor } from '@handsfree/core/return'

export type ReturnProps = { actor: OrderReturnActor; order: Order }
