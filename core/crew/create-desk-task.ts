import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorConfirmPickup, operatorMoveToShelf } from '../contract/operation.ts'
import { closeSiteToday, reopenSiteToday } from '../contract/site-day.ts'
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
    { input: { needsTags: true, needsText: true, newKey }, clock: platform.clock, inspect: options.inspect },
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
    { input: { needsTags: true, needsText: false, newKey }, clock: platform.clock, inspect: options.inspect },
  )

/** Closes a site for the rest of today, for a reason. Created, not started. */
export const createSiteClosing = ({ api, platform, options, newKey }: App, siteId: string): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ input: { text }, signal }) =>
          api.call(closeSiteToday, { params: { siteId }, body: { reason: text.trim() } }, { signal }),
        ),
      },
    }),
    { input: { needsTags: false, needsText: true, newKey }, clock: platform.clock, inspect: options.inspect },
  )

/** Opens a site that was closed for today. Created, not started. */
export const createSiteReopening = ({ api, platform, options, newKey }: App, siteId: string): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ signal }) =>
          api.call(reopenSiteToday, { params: { siteId }, body: {} }, { signal }),
        ),
      },
    }),
    {
      input: { needsTags: false, needsText: false, newKey },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
