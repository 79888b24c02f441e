import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { operatorGetBoard } from '../contract/board.ts'
import { operatorAssign, operatorTransferApply } from '../contract/operation.ts'
import type { OperatorOrder } from '../contract/operator.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { provideReading } from '../realtime/create-reading.ts'
import { onWorkHint } from '../realtime/hints.ts'
import { type BoardActor, boardMachine } from './board.machine.ts'
import type { AssignOrderInput } from './board.ts'

/** The board of a day, of one region or all, read again at every change of an order. Created, not started. */
export const createBoard = (app: App, query: { day: string; region?: string }): BoardActor =>
  createActor(
    boardMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onWorkHint(app, listener),
          (signal) => app.api.call(operatorGetBoard, { query }, { signal }),
        ),
        assignOrder: fromCall<OperatorOrder, AssignOrderInput>(({ input, signal }) => {
          const { order, employeeId, idempotencyKey } = assertPresent(input.assignment, 'assignment')
          const call = order.act === 'transfer.apply' ? operatorTransferApply : operatorAssign
          const params = { orderId: order.orderId }
          return app.api.call(call, { params, body: { employeeId }, idempotencyKey }, { signal })
        }),
      },
    }),
    { input: { newKey: app.newKey }, clock: app.platform.clock, inspect: app.options.inspect },
  )
