import { policy } from '@handsfree/core/policy'
import type { Services } from '../../runtime/services.ts'
import { findTripVersions } from './receiver-links.ts'

/** Poll interval in ms. A revoked link must stop working within 2 s on every instance. */
const queryEveryMs = 500

type Wait = { version: string; end(isChanged: boolean): void }

export type TripWatch = {
  /** Resolves with true when the version changes or the link is revoked, with false after a timeout. */
  wait(tokenHash: string, version: string): Promise<boolean>
}

/**
 * Long polling for trip pages. One query serves all waiting pages, so instances need no connection to each other. A
 * new page never ends another page's wait: that page would reconnect and end the next one.
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
      await endChanged().catch(() => undefined)
      isQuerying = false
      if (waits.size > 0) queryAgain()
    })
  }

  return {
    wait: (tokenHash, version) =>
      new Promise((resolve) => {
        const linkWaits = waits.get(tokenHash) ?? new Set()
        const wait: Wait = {
          version,
          end(isChanged) {
            cancelTimeout()
            linkWaits.delete(wait)
            if (linkWaits.size === 0 && waits.get(tokenHash) === linkWaits) waits.delete(tokenHash)
            resolve(isChanged)
          },
        }
        const cancelTimeout = clock.later(policy.tripWaitSeconds * 1000, () => wait.end(false))
        if (stopping.aborted) return wait.end(false)
        linkWaits.add(wait)
        waits.set(tokenHash, linkWaits)
        if (!isQuerying) queryAgain()
      }),
  }
}
