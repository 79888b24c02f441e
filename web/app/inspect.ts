import type { AppOptions } from '@handsfree/core'
import { mask } from '@handsfree/core/lib'
import { createBrowserInspector } from '@statelyai/inspect'

/** Masks secrets. Browsers block the window unless a tap opens it, so a button appears then. */
export function openInspector(): AppOptions['inspect'] {
  const inspector = createBrowserInspector({
    autoStart: false,
    maxDeferredEvents: 2_000,
    // Definitions are source code without data, so they aren't masked.
    serialize: (event) => ({
      ...(mask(event) as typeof event),
      ...('definition' in event ? { definition: event.definition } : {}),
    }),
  })
  // `start` reuses the window of this name.
  if (window.open('about:blank', 'xstateinspector')) inspector.start()
  else {
    const button = document.createElement('button')
    button.textContent = 'Open the inspector'
    button.style.cssText =
      'position: fixed; inset: 0 auto auto 0; z-index: 9999; background: #fff; color: #000'
    button.onclick = () => {
      button.remove()
      inspector.start()
    }
    document.body.append(button)
  }
  return inspector.inspect
}
