import { patternOf } from '@handsfree/core/api'
import { receiveDeliveryReports } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import * as v from 'valibot'
import { recordDelivery } from '../flows/record-delivery.ts'
import { inTransaction } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'

const bodyLimit = 256 * 1024

/** Needs the raw body, because Twilio signs every parameter. Answers in the gateway's form. */
export const deliveryReportsPlugin: DomainPlugin = async (app, services) => {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    raw.post(`/api${patternOf(receiveDeliveryReports)}`, async ({ body, headers, params }) => {
      const { reports } = services.sms
      const parsed = v.safeParse(receiveDeliveryReports.params, params)
      if (!reports || !parsed.success) throw new ApiError(errorCodes.notFound, 'not found')
      const { key } = parsed.output
      const list = reports.read({ key, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers })
      for (const report of list) {
        await inTransaction(services.db, (work) => recordDelivery(work, services, report))
      }
      return reports.answer
    })
  })
}
