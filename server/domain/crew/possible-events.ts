import { callOfEvent } from '@handsfree/core/contract'
import type { LifecycleEvent } from '@handsfree/core/orders'
import type { Employee } from '../../runtime/services.ts'
import { legalEventsOf } from '../orders/legal-events.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { mayAct } from './scope.ts'

export const possibleEventsOf = (order: OrderRow, employee: Employee, now: Date): LifecycleEvent['type'][] =>
  legalEventsOf(order, now).filter((event) => {
    const call = callOfEvent[event]
    return call?.roles?.includes(employee.role) && mayAct(employee, call.path, order)
  })
