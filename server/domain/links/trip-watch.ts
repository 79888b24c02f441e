import { policy } from '@handsfree/core/policy'
import type { Services } from '../../runtime/services.ts'
import { findTripVersions } from './receiver-links.ts'

/** Milliseconds between two queries: a revoked link is dead within 2 s, whichever instance serves the page. */
const queryEveryMs = 500

type Wait = { version: string; end(isChanged: boolean): void }

export type TripWatch = {
  /** Resolves once the trip has another version than `version`, the link was revoked, or the time is over. */
  wait(tokenHash: string, version: string): Promise<boolean>
}

/**
 * Holds the requests of open pages until their trips change. One query serves all pages of all links, so it needs no
 * connection between instances, and works with an external broker. A further page never ends the wait of another one:
 * the page would ask again at once and end the next one.
 */
export function createTripWatch({
  clock,
  db,
  stopping,
}: Pick<Services, 'clock' | 'db' | 'stopping'>): TripWatch {
  const waits = new Map<string, Set<Wait>>()
  let isQuerying = false

  const endAll = () => {
    for (const ofLink of waits.values()) for (const wait of ofLink) wait.end(false)
  }
  stopping.addEventListener('abort', endAll)

  const endChanged = async () => {
    const queried = [...waits.keys()]
    const versions = await findTripVersions(db, queried)
    for (const tokenHash of queried) {
      for (const wait of waits.get(tokenHash) ?? [])
        if (versions.get(tokenHash) !== wait.version) wait.end(true)
    }
  }

  const queryAgain = () => {
    isQuerying = true
    clock.later(queryEveryMs, async () => {
      // The next query replaces one that failed.
      await endChanged().catch(() => undefined)
      isQuerying = false
      if (waits.size > 0) queryAgain()
    })
  }

  return {
    wait: (tokenHash, version) =>
      new Promise((resolve) => {
        const ofLink = waits.get(tokenHash) ?? new Set()
        const wait: Wait = {
          version,
          end(isChanged) {
            cancelTimeout()
            ofLink.delete(wait)
            if (ofLink.size === 0 && waits.get(tokenHash) === ofLink) waits.delete(tokenHash)
            resolve(isChanged)
          },
        }
        const cancelTimeout = clock.later(policy.tripWaitSeconds * 1000, () => wait.end(false))
        if (stopping.aborted) return wait.end(false)
        ofLink.add(wait)
        waits.set(tokenHash, ofLink)
        if (!isQuerying) queryAgain()
      }),
  }
}
