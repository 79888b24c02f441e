import type { AppOptions } from '@handsfree/core'
import { mask } from '@handsfree/core/lib'
import { createBrowserInspector } from '@statelyai/inspect'

/** Opens the Stately inspector in a window of its own, with every actor and its secrets masked. */
export const openInspector = (): AppOptions['inspect'] =>
  createBrowserInspector({
    // A machine's definition is source code and holds no data; everything else is copied and masked.
    serialize: (event) => ({
      ...(mask(event) as typeof event),
      ...('definition' in event ? { definition: event.definition } : {}),
    }),
  }).inspect
