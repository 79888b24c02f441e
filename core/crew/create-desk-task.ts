import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorConfirmPickup, operatorMoveToShelf } from '../contract/operation.ts'
import { fromCall } from '../lib/from-call.ts'
import { type DeskTaskActor, deskTaskMachine } from './desk-task.machine.ts'
import type { SendTaskInput } from './desk-task.ts'

/** Moves stored bags to another shelf. Created, not started. */
export const createShelfMove = ({ api, platform, options, newKey }: App, orderId: string): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ input: { tagCodes, text, key }, signal }) => {
          const body = { tagCodes: [...tagCodes], shelf: text.trim() }
          return api.call(operatorMoveToShelf, { params: { orderId }, body, idempotencyKey: key }, { signal })
        }),
      },
    }),
    { input: { needsText: true, newKey }, clock: platform.clock, inspect: options.inspect },
  )

/** Confirms which bags a courier took from the desk. Created, not started. */
export const createPickupConfirmation = (
  { api, platform, options, newKey }: App,
  orderId: string,
): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ input: { tagCodes, key }, signal }) =>
          api.call(
            operatorConfirmPickup,
            { params: { orderId }, body: { tagCodes: [...tagCodes] }, idempotencyKey: key },
            { signal },
          ),
        ),
      },
    }),
    { input: { needsText: false, newKey }, clock: platform.clock, inspect: options.inspect },
  )
