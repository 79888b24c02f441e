import { createActor } from 'xstate'
import type { App } from '../app.ts'
import {
  getPreparedLink,
  listPreparedOrders,
  type PreparedOrder,
  textPreparedOrder,
  withdrawPreparedOrder,
} from '../contract/prepared-order.ts'
import { fromCall } from '../lib/from-call.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'
import { type PreparedLinkActor, preparedLinkMachine } from './prepared-link.machine.ts'

/** A prepared order with its link. Created, not started. */
export function createPreparedLink(app: App, preparedId: string): PreparedLinkActor {
  const { api, platform } = app
  const params = { preparedId }
  return createActor(
    preparedLinkMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onWorkHint(app, listener),
          (signal) => api.call(getPreparedLink, { params }, { signal }),
        ),
        textLink: fromCall<unknown>(({ signal }) =>
          api.call(textPreparedOrder, { params, body: {} }, { signal }),
        ),
        withdraw: fromCall<unknown>(({ signal }) =>
          api.call(withdrawPreparedOrder, { params, body: {} }, { signal }),
        ),
      },
    }),
    { clock: platform.clock, inspect: app.options.inspect },
  )
}

/** The site's prepared orders, read again when its desks get a hint. Created, not started. */
export const createPreparedOrders = (app: App): ReadingActor<readonly PreparedOrder[]> =>
  createActor(
    provideReading(
      (listener) => onWorkHint(app, listener),
      (signal) => app.api.call(listPreparedOrders, {}, { signal }),
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: app.platform.clock,
      inspect: app.options.inspect,
    },
  )
