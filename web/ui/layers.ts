import { useEffectEvent, useLayoutEffect } from 'react'

type Layer = { close: () => void }

/** Open sheets and dialogs, the topmost last. */
const layers: Layer[] = []
let onChange = () => {}

/** Reports every sheet or dialog that opens or closes, to one listener. */
export function watchLayers(listener: () => void): void {
  onChange = listener
}

export const openLayers = (): number => layers.length

/** Asks the topmost layers to close until `kept` are left; one that is busy may stay. */
export function closeLayers(kept: number): void {
  for (const layer of layers.slice(kept).reverse()) layer.close()
}

/** Makes "back" call `onClose` for as long as a sheet or dialog is open. */
export function useLayer(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(() => onClose())
  useLayoutEffect(() => {
    if (!open) return
    const layer = { close: () => close() }
    layers.push(layer)
    onChange()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      onChange()
    }
  }, [open])
}
