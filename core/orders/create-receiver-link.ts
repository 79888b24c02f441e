import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { getReceiverLink, makeReceiverLink, revokeReceiverLink } from '../contract/trip.ts'
import { fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type LinkState, type ReceiverLinkActor, receiverLinkMachine } from './receiver-link.machine.ts'

/** The link that lets a receiver follow an order. Created, not started. */
export const createReceiverLink = ({ api, platform, options }: App, orderId: string): ReceiverLinkActor => {
  const params = { orderId }
  return createActor(
    receiverLinkMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(getReceiverLink, { params }, { signal }),
        ),
        makeLink: fromCall<LinkState, { showsClaimCode: boolean }>(({ input: body, signal }) =>
          api.call(makeReceiverLink, { params, body }, { signal }),
        ),
        revokeLink: fromCall<LinkState>(({ signal }) => api.call(revokeReceiverLink, { params }, { signal })),
      },
    }),
    { clock: platform.clock, inspect: options.inspect },
  )
}
