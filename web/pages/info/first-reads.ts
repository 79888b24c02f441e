import { getContact, getInsurance } from '@handsfree/core/contract'
import { type FirstReads, read } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/about': () => [read(getContact, {})],
  '/insurance/city/:regionId': ({ regionId = '' }) => [read(getInsurance, { params: { regionId } })],
}
