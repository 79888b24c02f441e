import { getContact, getInsurance, getPrivacyFacts } from '@handsfree/core/contract'
import { type FirstReads, prefetch } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  '/about': () => [prefetch(getContact, {})],
  '/accessibility': () => [prefetch(getContact, {})],
  '/faq': () => [prefetch(getContact, {})],
  '/privacy': () => [prefetch(getPrivacyFacts, {}), prefetch(getContact, {})],
  '/terms': () => [prefetch(getContact, {})],
  '/insurance/city/:regionId': ({ regionId = '' }) => [prefetch(getInsurance, { params: { regionId } })],
}
