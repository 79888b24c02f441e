import type { PlacementActor } from '@handsfree/core/order'
import { type Observer, toObserver } from 'xstate'

type Snapshot = ReturnType<PlacementActor['getSnapshot']>
type Follower = { observer: Observer<Snapshot>; unsubscribe: () => void }

const previews = new WeakMap<PlacementActor, PlacementActor>()

/** What the server's page shows of a placement: of one that stands in for a preview, the preview. */
export const takenOverSnapshot = (placement: PlacementActor) =>
  (previews.get(placement) ?? placement).getSnapshot()

/**
 * What a page's parts follow: the preview at first, then the placement that takes its place. Parts whose words are the
 * same in both are not drawn again, and what they send to the preview waits for the placement.
 */
export function standInFor(preview: PlacementActor): {
  placement: PlacementActor
  become: (placement: PlacementActor) => void
} {
  let current = preview
  let waiting: Parameters<PlacementActor['send']>[0][] | null = []
  const followers = new Map<symbol, Follower>()
  const shown: Pick<PlacementActor, 'getSnapshot' | 'send'> & { subscribe: unknown } = {
    getSnapshot: () => current.getSnapshot(),
    send: (event) => void (waiting ? waiting.push(event) : current.send(event)),
    subscribe: (listener: Parameters<typeof toObserver<Snapshot>>[0]) => {
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
  // Screens look, follow and send; nothing else is asked of it.
  const placement = shown as PlacementActor
  previews.set(placement, preview)
  return {
    placement,
    become(placement) {
      const sent = waiting ?? []
      waiting = null
      if (placement !== current) {
        current = placement
        for (const [key, { observer, unsubscribe }] of followers) {
          unsubscribe()
          followers.set(key, { observer, ...placement.subscribe(observer) })
          observer.next?.(placement.getSnapshot())
        }
      }
      for (const event of sent) placement.send(event)
    },
  }
}
