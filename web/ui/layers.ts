import { useEffectEvent, useLayoutEffect } from 'react'

type Layer = { close: () => void }

const layers: Layer[] = []
let onChange = () => {}

/** Supports a single listener. */
export function watchLayers(listener: () => void): void {
  onChange = listener
}

export const openLayers = (): number => layers.length

/** Closes layers above `kept`. Busy layers may stay open. */
export function closeLayers(depth: number): void {
  for (const layer of layers.slice(depth).reverse()) layer.close()
}

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
