import { type ComponentType, lazy } from 'react'

/** The code of a screen did not arrive. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

/** A screen that loads when its route is visited. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(async () => {
    try {
      return await load()
    } catch (cause) {
      throw new LoadFailure('the screen did not load', { cause })
    }
  })
