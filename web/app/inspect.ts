import type { AppOptions } from '@handsfree/core'
import { mask } from '@handsfree/core/lib'
import { createBrowserInspector } from '@statelyai/inspect'

/** Masks secrets. */
export const openInspector = (): AppOptions['inspect'] =>
  createBrowserInspector({
    // Definitions are source code without data, so they aren't masked.
    serialize: (event) => ({
      ...(mask(event) as typeof event),
      ...('definition' in event ? { definition: event.definition } : {}),
    }),
  }).inspect
