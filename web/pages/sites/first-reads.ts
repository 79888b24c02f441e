import { getSite } from '@handsfree/core/contract'
import { type FirstReads, read } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/site/detail/:siteId': ({ siteId = '' }) => [read(getSite, { params: { siteId } })],
}
