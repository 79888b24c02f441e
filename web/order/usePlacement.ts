import type { App } from '@handsfree/core'
import type { PlacementActor } from '@handsfree/core/order'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { standInFor } from './stand-in.ts'

/**
 * The placement of a page, which outlives the page. Visited before the first paint, not while rendering, since that may
 * begin an order and leave the page. Undefined until then; null stands for none.
 */
export function usePlacement(visit: (app: App) => PlacementActor | null): PlacementActor | null | undefined {
  const app = useApp()
  const [placement, setPlacement] = useState<PlacementActor | null>()
  const arrive = useEffectEvent(() => setPlacement(visit(app)))
  useLayoutEffect(() => arrive(), [])
  return placement
}

/** The same where the first render shows a preview, which the placement replaces in place. */
export function usePreviewedPlacement(
  visit: (app: App) => PlacementActor,
  preview: (app: App) => PlacementActor,
): PlacementActor {
  const app = useApp()
  const [{ placement, become }] = useState(() => standInFor(preview(app)))
  const [, setIsThere] = useState(false)
  const arrive = useEffectEvent(() => {
    become(visit(app))
    // Parts that differ are drawn again before the first paint, not after it.
    setIsThere(true)
  })
  useLayoutEffect(() => arrive(), [])
  return placement
}
