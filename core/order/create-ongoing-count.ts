import { type ActorRefFrom, createActor, fromObservable, type Observer } from 'xstate'
import { countOngoingOrders } from '../api/contract/order.ts'
import type { App } from '../app.ts'
import { newCancel } from '../cancel.ts'
import { onHint } from '../realtime/hints.ts'

/** Counts now and at every hint. Only the newest answer counts; a failed one leaves the number as it was. */
const countLogic = fromObservable<number, App>(({ input: app }) => ({
  subscribe(observer: Observer<number> | ((count: number) => void)) {
    const notify = typeof observer === 'function' ? observer : observer.next
    let asking = newCancel()
    const ask = async () => {
      asking.abort()
      asking = newCancel()
      const { signal } = asking
      const count = await app.api.call(countOngoingOrders, {}, { signal })
      if (count.ok && !signal.aborted) notify?.(count.value)
    }
    void ask()
    const stop = onHint(app, null, ask)
    return {
      unsubscribe() {
        stop()
        asking.abort()
      },
    }
  },
}))

export type OngoingCountActor = ActorRefFrom<typeof countLogic>

/**
 * The number of the traveller's orders in progress, in the snapshot's context; undefined until known. Not started yet.
 */
export const createOngoingCount = (app: App): OngoingCountActor =>
  createActor(countLogic, { input: app, clock: app.platform.clock })
