import type { App } from '@handsfree/core'
import { useEffect, useRef, useState } from 'react'
import { useApp } from './useApp.ts'

type ScreenActor = { start(): unknown; stop(): unknown }

/**
 * An actor that lives as long as the screen: `create` is called once and has no effects; the actor starts when the
 * screen is shown and stops when it is left.
 */
export function useScreenActor<Actor extends ScreenActor>(create: (app: App) => Actor): Actor {
  const app = useApp()
  const [actor] = useState(() => create(app))
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    actor.start()
    return () => {
      shown.current = false
      // Strict mode unmounts a screen and mounts it again at once; a stopped actor could not start again.
      queueMicrotask(() => shown.current || actor.stop())
    }
  }, [actor])
  return actor
}
