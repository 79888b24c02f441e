import { getContact } from '@handsfree/core/contract'
import { type FirstReads, prefetch } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/payment/session-status': () => [prefetch(getContact, {})],
}
