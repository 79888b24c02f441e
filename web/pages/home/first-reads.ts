import { listAnnouncements } from '@handsfree/core/contract'
import { type FirstReads, read } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/': () => [read(listAnnouncements, { query: {} })],
}
