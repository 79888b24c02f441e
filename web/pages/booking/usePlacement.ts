import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, selectDraftForm } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { standInForOrder } from './stand-in.ts'

/**
 * The placement outlives the page. `visit` runs in a layout effect because it may create an order or navigate.
 * Undefined until then; null without a pending order.
 */
export function usePlacement(visit: (app: App) => PlacementActor | null): PlacementActor | null | undefined {
  const app = useApp()
  const [placement, setPlacement] = useState<PlacementActor | null>()
  const arrive = useEffectEvent(() => setPlacement(visit(app)))
  useLayoutEffect(() => arrive(), [])
  return placement
}

const never = () => () => undefined

/** Like `usePlacement`, but the first render shows a preview, which the placement then replaces. */
export function usePreviewedPlacement(
  visit: (app: App) => PlacementActor,
  preview: (app: App) => PlacementActor,
): { placement: PlacementActor; form: DraftFormActor | null } {
  const app = useApp()
  const [{ placement, formOf, become }] = useState(() => standInForOrder(preview(app)))
  const form = useSelector(placement, selectDraftForm)
  const [, setIsThere] = useState(false)
  const takesOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const arrive = useEffectEvent(() => {
    become(visit(app))
    setIsThere(true)
  })
  // Without hydration, render the placement before the first paint. With hydration the HTML is already painted, so a
  // separate task keeps each task short on slow phones.
  const begin = useEffectEvent(() => (takesOver ? setTimeout(arrive) : arrive()))
  useLayoutEffect(() => {
    const task = begin()
    return () => clearTimeout(task ?? undefined)
  }, [])
  return { placement, form: formOf(form) }
}
