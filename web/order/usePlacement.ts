import type { App } from '@handsfree/core'
import type { PlacementActor } from '@handsfree/core/order'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useApp } from '../app/context.ts'

type Visit = (app: App) => PlacementActor | null

/**
 * The placement of a page, which outlives the page. Visited before the first paint, not while rendering, since that may
 * begin an order and leave the page. Undefined on the first render, null for none.
 */
export function usePlacement(visit: Visit): PlacementActor | null | undefined {
  const app = useApp()
  const [placement, setPlacement] = useState<PlacementActor | null>()
  const arrive = useEffectEvent(() => setPlacement(visit(app)))
  useLayoutEffect(() => arrive(), [])
  return placement
}
