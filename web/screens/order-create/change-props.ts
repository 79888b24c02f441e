import type { Order } from '@handsfree/core/api'
import type { OrderChangeActor } from '@handsfree/core/change'
import type { ReactNode } from 'react'

export type ChangeProps = { change: OrderChangeActor; order: Order }
export type ChangePageProps = ChangeProps & { bar: ReactNode }
