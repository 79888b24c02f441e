import { policy } from '@handsfree/core/policy'
import type { Services } from '../services.ts'
import { findTripVersions } from './receiver-links.ts'

/** Milliseconds between two looks: a link that was taken back is dead within 2 s, whichever instance is asked. */
const lookEveryMs = 500
/** Open pages of one link that wait; a further one lets the oldest go on. */
const pagesPerLink = 20

type Page = { version: string; goOn(isChanged: boolean): void }

export type TripWatch = {
  /** Resolves once the trip is another than `version`, the link was taken back, or the time is over. */
  wait(tokenHash: string, version: string): Promise<boolean>
}

/**
 * Holds the questions of open pages until their trips change. One query looks after all of them, so that it needs no line
 * between instances, and works with an external broker.
 */
export function createTripWatch({
  clock,
  db,
  stopping,
}: Pick<Services, 'clock' | 'db' | 'stopping'>): TripWatch {
  const waiting = new Map<string, Set<Page>>()
  let isLooking = false

  const goOnAll = () => {
    for (const pages of waiting.values()) for (const page of pages) page.goOn(false)
  }
  stopping.addEventListener('abort', goOnAll)

  const look = async () => {
    const versions = await findTripVersions(db, [...waiting.keys()])
    for (const [tokenHash, pages] of waiting) {
      for (const page of pages) if (versions.get(tokenHash) !== page.version) page.goOn(true)
    }
  }

  const lookAgain = () => {
    isLooking = true
    clock.later(lookEveryMs, async () => {
      // A database that does not answer is asked again.
      await look().catch(() => undefined)
      isLooking = false
      if (waiting.size > 0) lookAgain()
    })
  }

  return {
    wait: (tokenHash, version) =>
      new Promise((resolve) => {
        const pages = waiting.get(tokenHash) ?? new Set()
        const page: Page = {
          version,
          goOn(isChanged) {
            cancelOver()
            pages.delete(page)
            if (pages.size === 0 && waiting.get(tokenHash) === pages) waiting.delete(tokenHash)
            resolve(isChanged)
          },
        }
        const cancelOver = clock.later(policy.tripWaitSeconds * 1000, () => page.goOn(false))
        if (stopping.aborted) return page.goOn(false)
        pages.add(page)
        waiting.set(tokenHash, pages)
        const [oldest] = pages
        if (pages.size > pagesPerLink) oldest?.goOn(false)
        if (!isLooking) lookAgain()
      }),
  }
}
