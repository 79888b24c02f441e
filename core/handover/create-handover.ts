import { createActor } from 'xstate'
import { asking, required } from '../api/asking.ts'
import type { Order } from '../api/contract/order.ts'
import { getPreparedOrder, takeOverOrder } from '../api/contract/prepared-order.ts'
import type { App } from '../app.ts'
import { releasePreviews } from '../photo/photo-list.ts'
import { providePhotoSet } from '../photo/provide-photo.ts'
import { policy } from '../policy/numbers.ts'
import { provideReading } from '../reading/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type HandoverActor, handoverMachine, type TakeOver } from './handover.machine.ts'

/** The order behind a link's token, for the signed-in traveller. Created, not started. */
export function createHandover(app: App, token: string): HandoverActor {
  const params = { token }
  const handover = createActor(
    handoverMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(app.platform, listener),
          (signal) => app.api.call(getPreparedOrder, { params }, { signal }),
        ),
        takeOver: asking<Order, { submission: TakeOver | null }>(
          async ({ input: { submission }, signal }) => {
            const { idempotencyKey, ...rest } = required(submission, 'submission')
            const body = { ...rest, termsVersion: policy.termsVersion }
            return app.api.call(takeOverOrder, { params, body, idempotencyKey }, { signal })
          },
        ),
        photoSet: providePhotoSet(app, { isStored: false }),
      },
    }),
    { clock: app.platform.clock, input: { newKey: app.newKey }, inspect: app.options.inspect },
  )
  releasePreviews(handover)
  return handover
}
