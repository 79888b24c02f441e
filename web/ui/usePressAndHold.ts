import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds until a held button goes on by itself, and from then on between its steps. */
const patienceMs = 400
const paceMs = 60

/** Handlers of a button that acts at a tap, and again and again while it is held. */
export function usePressAndHold(act: () => void): { onPointerDown: () => void; onClick: () => void } {
  const step = useEffectEvent(() => act())
  const stop = useRef(() => {})
  const hasRepeated = useRef(false)
  useEffect(() => () => stop.current(), [])
  const hold = useEffectEvent(() => {
    hasRepeated.current = true
    step()
  })
  const start = useRef(() => {
    stop.current()
    hasRepeated.current = false
    let pace: ReturnType<typeof setInterval> | undefined
    const patience = setTimeout(() => {
      pace = setInterval(() => hold(), paceMs)
    }, patienceMs)
    const stopping = new AbortController()
    stop.current = () => {
      clearTimeout(patience)
      clearInterval(pace)
      stopping.abort()
    }
    for (const type of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(type, () => stop.current(), { signal: stopping.signal })
    }
  })
  return {
    onPointerDown: () => start.current(),
    onClick: () => {
      if (!hasRepeated.current) act()
      hasRepeated.current = false
    },
  }
}
