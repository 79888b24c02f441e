import { getQrSite } from '@handsfree/core/contract'
import { type FirstReads, prefetch } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  // The server ignores the case of QR ids. Only the canonical spelling gets its own rendered page.
  '/order/create/:qrId': ({ qrId = '' }) => [
    prefetch(getQrSite, { params: { qrId } }, (code) => code.qrId === qrId),
  ],
}
