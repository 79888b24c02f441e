import type { App } from '@handsfree/core'
import { useEffect, useRef, useState } from 'react'
import { useApp } from './useApp.ts'

type ScreenActor = { start(): unknown; stop(): unknown }

/**
 * An actor with the lifetime of the screen. `create` runs once and must be free of side effects. The actor starts on
 * mount and stops on unmount.
 */
export function useScreenActor<Actor extends ScreenActor>(create: (app: App) => Actor): Actor {
  const app = useApp()
  const [actor] = useState(() => create(app))
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    actor.start()
    return () => {
      isMounted.current = false
      // Strict mode remounts immediately, and a stopped actor can't restart.
      queueMicrotask(() => isMounted.current || actor.stop())
    }
  }, [actor])
  return actor
}
