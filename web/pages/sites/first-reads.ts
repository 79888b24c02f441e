import { getSite } from '@handsfree/core/contract'
import { type FirstReads, prefetch } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/site/detail/:siteId': ({ siteId = '' }) => [prefetch(getSite, { params: { siteId } })],
}
