import type { Order } from '@handsfree/core/api'
import type { NextAct } from '@handsfree/core/order'

export type OrderProps = { order: Order }

/** With the one thing to do now: its button alone is marigold. */
export type ActProps = OrderProps & { act: NextAct | null }
