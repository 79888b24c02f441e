import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { closeSiteToday, reopenSiteToday } from '../contract/site-day.ts'
import { fromCall } from '../lib/from-call.ts'
import { type DeskTaskActor, deskTaskMachine } from './desk-task.machine.ts'
import type { SendTaskInput } from './desk-task.ts'

/** Closes a site for the rest of today, for a reason. Created, not started. */
export const createSiteClosing = ({ api, platform, options }: App, siteId: string): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ input: { text }, signal }) =>
          api.call(closeSiteToday, { params: { siteId }, body: { reason: text.trim() } }, { signal }),
        ),
      },
    }),
    { input: { needsText: true }, clock: platform.clock, inspect: options.inspect },
  )

/** Opens a site that was closed for today. Created, not started. */
export const createSiteReopening = ({ api, platform, options }: App, siteId: string): DeskTaskActor =>
  createActor(
    deskTaskMachine.provide({
      actors: {
        sendTask: fromCall<unknown, SendTaskInput>(({ signal }) =>
          api.call(reopenSiteToday, { params: { siteId }, body: {} }, { signal }),
        ),
      },
    }),
    {
      input: { needsText: false },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
