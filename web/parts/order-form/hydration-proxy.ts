import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, selectDraftForm } from '@handsfree/core/booking'
import { type AnyActorRef, type Observer, type SnapshotFrom, toObserver } from 'xstate'

type HydrationProxy<Actor> = { actor: Actor; attach: (actor: Actor) => void }
type Follower<Snapshot> = { observer: Observer<Snapshot>; unsubscribe: () => void }

const previews = new WeakMap<AnyActorRef, AnyActorRef>()

/** Snapshot for hydration: that of the preview if the actor stands in for one. */
export const hydrationSnapshot = <Actor extends AnyActorRef>(actor: Actor): SnapshotFrom<Actor> =>
  (previews.get(actor) ?? actor).getSnapshot()

/**
 * A proxy that follows the preview first, then the actor passed to `become`. Parts that select equal values don't
 * rerender. Events sent before `become` are queued.
 */
export function createHydrationProxy<Actor extends AnyActorRef>(preview: Actor): HydrationProxy<Actor> {
  let current = preview
  let queuedEvents: Parameters<Actor['send']>[0][] | null = []
  const subscriptions = new Map<symbol, Follower<SnapshotFrom<Actor>>>()
  const proxy: Pick<AnyActorRef, 'getSnapshot' | 'send'> & { subscribe: unknown } = {
    getSnapshot: () => current.getSnapshot(),
    send: (event) => void (queuedEvents ? queuedEvents.push(event) : current.send(event)),
    subscribe: (listener: Parameters<typeof toObserver<SnapshotFrom<Actor>>>[0]) => {
      const key = Symbol()
      const observer = toObserver(listener)
      subscriptions.set(key, { observer, ...current.subscribe(observer) })
      return {
        unsubscribe() {
          subscriptions.get(key)?.unsubscribe()
          subscriptions.delete(key)
        },
      }
    },
  }
  // Screens only use `getSnapshot`, `subscribe` and `send`.
  const actor = proxy as Actor
  previews.set(actor, preview)
  return {
    actor,
    attach(next) {
      const eventsToSend = queuedEvents ?? []
      queuedEvents = null
      if (next !== current) {
        current = next
        for (const [key, { observer, unsubscribe }] of subscriptions) {
          unsubscribe()
          subscriptions.set(key, { observer, ...next.subscribe(observer) })
          observer.next?.(next.getSnapshot())
        }
      }
      for (const event of eventsToSend) next.send(event)
    },
  }
}

/** `formOf` maps the placement's form to its proxy. */
export function createOrderProxy(preview: PlacementActor) {
  const placementProxy = createHydrationProxy(preview)
  const previewed = selectDraftForm(preview.getSnapshot())
  const form = previewed && createHydrationProxy(previewed)
  let current = previewed
  return {
    placement: placementProxy.actor,
    formOf: (shown: DraftFormActor | null) => (form && shown === current ? form.actor : shown),
    attach(placement: PlacementActor) {
      current = selectDraftForm(placement.getSnapshot())
      if (current) form?.attach(current)
      placementProxy.attach(placement)
    },
  }
}
