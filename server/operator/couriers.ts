import type { CourierChoice } from '@handsfree/core/api'
import type { OrderRow } from '../orders/orders.table.ts'

/** Columns of the courier who is asked to carry an order. */
export const assignedTo = ({ name, phone, plate }: CourierChoice): Partial<OrderRow> => ({
  courierName: name,
  courierPhone: phone,
  courierPlate: plate,
})

/** Columns of the courier who is asked to take an order over. */
export const offeredTo = ({ name, phone, plate }: CourierChoice): Partial<OrderRow> => ({
  transferCourierName: name,
  transferCourierPhone: phone,
  transferCourierPlate: plate,
})

/** Columns of an order whose courier is the one who was asked to take over. */
export const takenOver = (order: OrderRow): Partial<OrderRow> => ({
  courierId: order.transferCourierId,
  courierName: order.transferCourierName,
  courierPhone: order.transferCourierPhone,
  courierPlate: order.transferCourierPlate,
})
