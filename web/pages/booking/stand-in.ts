import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, selectDraftForm } from '@handsfree/core/booking'
import { type AnyActorRef, type Observer, type SnapshotFrom, toObserver } from 'xstate'

type StandIn<Actor> = { actor: Actor; become: (actor: Actor) => void }
type Follower<Snapshot> = { observer: Observer<Snapshot>; unsubscribe: () => void }

const previews = new WeakMap<AnyActorRef, AnyActorRef>()

/** Snapshot for hydration: that of the preview if the actor stands in for one. */
export const takenOverSnapshot = <Actor extends AnyActorRef>(actor: Actor): SnapshotFrom<Actor> =>
  (previews.get(actor) ?? actor).getSnapshot()

/**
 * A proxy that follows the preview first, then the actor passed to `become`. Parts that select equal values don't
 * rerender. Events sent before `become` are queued.
 */
export function standInFor<Actor extends AnyActorRef>(preview: Actor): StandIn<Actor> {
  let current = preview
  let waiting: Parameters<Actor['send']>[0][] | null = []
  const followers = new Map<symbol, Follower<SnapshotFrom<Actor>>>()
  const shown: Pick<AnyActorRef, 'getSnapshot' | 'send'> & { subscribe: unknown } = {
    getSnapshot: () => current.getSnapshot(),
    send: (event) => void (waiting ? waiting.push(event) : current.send(event)),
    subscribe: (listener: Parameters<typeof toObserver<SnapshotFrom<Actor>>>[0]) => {
      const key = Symbol()
      const observer = toObserver(listener)
      followers.set(key, { observer, ...current.subscribe(observer) })
      return {
        unsubscribe() {
          followers.get(key)?.unsubscribe()
          followers.delete(key)
        },
      }
    },
  }
  // Screens only use `getSnapshot`, `subscribe` and `send`.
  const actor = shown as Actor
  previews.set(actor, preview)
  return {
    actor,
    become(next) {
      const sent = waiting ?? []
      waiting = null
      if (next !== current) {
        current = next
        for (const [key, { observer, unsubscribe }] of followers) {
          unsubscribe()
          followers.set(key, { observer, ...next.subscribe(observer) })
          observer.next?.(next.getSnapshot())
        }
      }
      for (const event of sent) next.send(event)
    },
  }
}

/** `formOf` maps the placement's form to its proxy. */
export function standInForOrder(preview: PlacementActor) {
  const order = standInFor(preview)
  const previewed = selectDraftForm(preview.getSnapshot())
  const form = previewed && standInFor(previewed)
  let current = previewed
  return {
    placement: order.actor,
    formOf: (shown: DraftFormActor | null) => (form && shown === current ? form.actor : shown),
    become(placement: PlacementActor) {
      current = selectDraftForm(placement.getSnapshot())
      if (current) form?.become(current)
      order.become(placement)
    },
  }
}
