import { getContact, listAnnouncements } from '@handsfree/core/contract'
import { type FirstReads, prefetch } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/': () => [prefetch(listAnnouncements, { query: {} }), prefetch(getContact, {})],
}
