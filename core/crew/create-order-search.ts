import { createActor, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import { type OperatorOrder, operatorListOrders } from '../contract/operator.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import { ok } from '../lib/result.ts'
import { type FindOrdersInput, type OrderSearchActor, orderSearchMachine } from './order-search.machine.ts'

/** Searches the orders that the employee may see. Created, not started. */
export const createOrderSearch = (app: App): OrderSearchActor =>
  createActor(
    orderSearchMachine.provide({
      actors: {
        findOrders: fromCall<readonly OperatorOrder[], FindOrdersInput>(async ({ input, signal }) => {
          const query = { reference: input.text.trim() }
          const answer = await app.api.call(operatorListOrders, { query }, { signal })
          return answer.ok ? ok(answer.value.list) : answer
        }),
      },
    }),
    { clock: app.platform.clock, inspect: app.options.inspect },
  )

type Snapshot = SnapshotFrom<typeof orderSearchMachine>

export const selectSearchText = ({ context }: Snapshot): string => context.text
/** Null without a finished search. */
export const selectFoundOrders = ({ context }: Snapshot): readonly OperatorOrder[] | null => context.orders
export const selectSearchProblem = ({ context }: Snapshot): ApiFailure | null => context.problem
export const selectIsSearching = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
