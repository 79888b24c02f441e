import { getContact } from '@handsfree/core/contract'
import { type FirstReads, read } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/order/detail/:orderId': () => [read(getContact, {})],
}
