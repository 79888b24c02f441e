import { newId } from '../../runtime/random.ts'
import type { Services } from '../../runtime/services.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { ChangeRow } from './changes.table.ts'

export const newChange = (
  { now, random }: Pick<Services, 'now' | 'random'>,
  { orderId }: OrderRow,
  fields: Pick<ChangeRow, 'kind' | 'difference'> & Partial<ChangeRow>,
): ChangeRow => ({
  changeId: newId(random),
  orderId,
  stage: 'asked',
  dueTime: null,
  promisedTime: now(),
  facts: {},
  wanted: null,
  place: null,
  employee: null,
  paymentId: null,
  createTime: now(),
  endTime: null,
  ...fields,
})
