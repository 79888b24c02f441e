import type { PlacementActor } from '@handsfree/core/order'

type Listener = Parameters<PlacementActor['subscribe']>[0]

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
  const followers = new Map<symbol, { listener: Listener; unsubscribe: () => void }>()
  const shown: Pick<PlacementActor, 'getSnapshot' | 'send'> & { subscribe: unknown } = {
    getSnapshot: () => current.getSnapshot(),
    send: (event) => void (waiting ? waiting.push(event) : current.send(event)),
    subscribe: (listener: Listener) => {
      const key = Symbol()
      followers.set(key, { listener, ...current.subscribe(listener) })
      return {
        unsubscribe() {
          followers.get(key)?.unsubscribe()
          followers.delete(key)
        },
      }
    },
  }
  return {
    // Screens look, follow and send; nothing else is asked of it.
    placement: shown as PlacementActor,
    become(placement) {
      const sent = waiting ?? []
      waiting = null
      if (placement !== current) {
        current = placement
        for (const [key, { listener, unsubscribe }] of followers) {
          unsubscribe()
          followers.set(key, { listener, ...placement.subscribe(listener) })
          if (typeof listener === 'function') listener(placement.getSnapshot())
        }
      }
      for (const event of sent) placement.send(event)
    },
  }
}
