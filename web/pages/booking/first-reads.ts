import { getQrSite } from '@handsfree/core/contract'
import { type FirstReads, read } from '../../app/first-reads.ts'

export const firstReads: FirstReads = {
  // The server finds a code in any letter case: only one spelling is worth a page of its own.
  '/order/create/:qrId': ({ qrId = '' }) => [
    read(getQrSite, { params: { qrId } }, (code) => code.qrId === qrId),
  ],
}
