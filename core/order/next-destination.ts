import type { Site } from '../api/contract/site.ts'
import type { App } from '../app.ts'

const destinations = new WeakMap<App, Site>()

/** Keeps a site as the destination of the next order form that is opened, until the page is left or reloaded. */
export const setNextDestination = (app: App, site: Site): void => {
  destinations.set(app, site)
}

/** The destination of the next order form; null where none was chosen. */
export const nextDestination = (app: App): Site | null => destinations.get(app) ?? null

/** The same, which from now on is none. */
export function takeNextDestination(app: App): Site | null {
  const site = nextDestination(app)
  destinations.delete(app)
  return site
}
