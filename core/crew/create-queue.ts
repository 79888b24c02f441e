import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorGetQueue } from '../contract/queue.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'
import { type QueueActor, queueMachine } from './queue.machine.ts'

/** The queue of an operator, read again at every change of an order. Created, not started. */
export const createQueue = (app: App): QueueActor =>
  createActor(
    queueMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onWorkHint(app, listener),
          (signal) => app.api.call(operatorGetQueue, {}, { signal }),
        ),
      },
    }),
    { clock: app.platform.clock, inspect: app.options.inspect },
  )
