import type { Order } from '@handsfree/core/api'

export type OrderProps = { order: Order }
