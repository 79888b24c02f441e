import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorWriteNote, type StaffNote } from '../contract/staff-note.ts'
import { fromCall } from '../lib/from-call.ts'
import { type StaffNoteActor, staffNoteMachine } from './staff-note.machine.ts'
import type { SendNoteInput } from './staff-note.ts'

/** A note about this order. Created, not started. */
export const createStaffNote = ({ api, platform, options, newKey }: App, orderId: string): StaffNoteActor =>
  createActor(
    staffNoteMachine.provide({
      actors: {
        sendNote: fromCall<StaffNote, SendNoteInput>(({ input: { words, key }, signal }) => {
          const body = { words: words.trim() }
          return api.call(operatorWriteNote, { params: { orderId }, body, idempotencyKey: key }, { signal })
        }),
      },
    }),
    { input: { newKey }, clock: platform.clock, inspect: options.inspect },
  )
