import type { App } from '@handsfree/core'
import type { PlacementActor } from '@handsfree/core/order'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useApp } from '../app/context.ts'

type Visit = (app: App) => PlacementActor | null

/**
 * The placement of a page, which outlives the page. Visited before the first paint, not while rendering, since that may
 * begin an order and leave the page. The first render shows the preview, if any; then null stands for none.
 */
export function usePlacement(visit: Visit, preview?: Visit): PlacementActor | null | undefined {
  const app = useApp()
  const [placement, setPlacement] = useState(() => preview?.(app))
  const arrive = useEffectEvent(() => setPlacement(visit(app)))
  useLayoutEffect(() => arrive(), [])
  return placement
}
