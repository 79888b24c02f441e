import type { App } from '@handsfree/core'
import type { DraftFormActor } from '@handsfree/core/booking'
import { type PlacementActor, selectDraftForm } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { standInForOrder } from './stand-in.ts'

/**
 * The placement of a page, which outlives the page. Visited before the first paint, not while rendering, since that may
 * begin an order and leave the page. Undefined until then; null when there is none.
 */
export function usePlacement(visit: (app: App) => PlacementActor | null): PlacementActor | null | undefined {
  const app = useApp()
  const [placement, setPlacement] = useState<PlacementActor | null>()
  const arrive = useEffectEvent(() => setPlacement(visit(app)))
  useLayoutEffect(() => arrive(), [])
  return placement
}

const never = () => () => undefined

/** The same, with its form, where the first render shows a preview, which the placement replaces in place. */
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
  // Parts that differ are drawn again before the first paint. The server's page is painted already: taking it over and
  // beginning an order are two tasks, each short enough for a slow phone.
  const begin = useEffectEvent(() => (takesOver ? setTimeout(arrive) : arrive()))
  useLayoutEffect(() => {
    const task = begin()
    return () => clearTimeout(task ?? undefined)
  }, [])
  return { placement, form: formOf(form) }
}
