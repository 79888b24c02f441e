import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorUploadPhoto } from '../contract/operation.ts'
import { type OperatorOrder, operatorGetOrder } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import type { Result } from '../lib/result.ts'
import { providePhotoSet } from '../photos/create-photo-set.ts'
import { releasePreviews } from '../photos/photo-list.ts'
import type { PhotoSetActor } from '../photos/photo-set.machine.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onNotification } from '../realtime/hints.ts'
import { requestOf } from './acts.ts'
import { type StopActor, stopMachine } from './stop.machine.ts'
import type { SendActInput } from './stop.ts'

/** An order with its legal acts. The server logs each read, so no timer repeats it. Created, not started. */
export function createStop(app: App, orderId: string): StopActor {
  const stop = createActor(
    stopMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onNotification(app, orderId, listener),
          (signal) => app.api.call(operatorGetOrder, { params: { orderId } }, { signal }),
        ),
        photoSet: providePhotoSet(app, {
          isStored: false,
          call: operatorUploadPhoto,
          path: operatorUploadPhoto.path.replace('{orderId}', encodeURIComponent(orderId)),
        }),
        sendAct: fromCall<OperatorOrder, SendActInput>(({ input, signal }) => {
          const { call, request } = requestOf(
            assertPresent(input.act, 'act'),
            orderId,
            assertPresent(input.proof, 'proof'),
          )
          return app.api.call(call, { ...request, idempotencyKey: input.key } as never, {
            signal,
          }) as Promise<Result<OperatorOrder, ApiFailure>>
        }),
      },
    }),
    { input: { newKey: app.newKey }, clock: app.platform.clock, inspect: app.options.inspect },
  )
  let known: readonly PhotoSetActor[] = []
  stop.subscribe({
    next: ({ context: { photoSets } }) => {
      for (const photoSet of photoSets) if (!known.includes(photoSet)) releasePreviews(photoSet)
      known = photoSets
    },
  })
  return stop
}
