import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, selectDraftForm } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { createOrderProxy } from '../../parts/order-form/hydration-proxy.ts'

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

const subscribeNever = () => () => undefined

/** Like `usePlacement`, but the first render shows a preview, which the placement then replaces. */
export function usePreviewedPlacement(
  visit: (app: App) => PlacementActor,
  preview: (app: App) => PlacementActor,
): { placement: PlacementActor; form: DraftFormActor | null } {
  const app = useApp()
  const [{ placement, formOf, attach }] = useState(() => createOrderProxy(preview(app)))
  const form = useSelector(placement, selectDraftForm)
  const [, setIsAttached] = useState(false)
  const isHydrating = useSyncExternalStore(
    subscribeNever,
    () => false,
    () => true,
  )
  const arrive = useEffectEvent(() => {
    attach(visit(app))
    setIsAttached(true)
  })
  // Without hydration, render the placement before the first paint. With hydration the HTML is already painted, so a
  // separate task keeps each task short on slow phones.
  const begin = useEffectEvent(() => (isHydrating ? setTimeout(arrive) : arrive()))
  useLayoutEffect(() => {
    const task = begin()
    return () => clearTimeout(task ?? undefined)
  }, [])
  return { placement, form: formOf(form) }
}
