import { useState } from 'react'

/** Longest time between a finger's rise and the click that a browser makes of it, milliseconds. */
const clickDelayMs = 350

/**
 * A list's value as it was when a finger came down on it, until the tap is over: nothing moves, goes or changes under
 * the finger. `press` belongs on the list's `onPointerDown`.
 */
export function useSteady<Value>(value: Value): { steady: Value; press: () => void } {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const press = () => {
    const mine = { value }
    const release = (event: Event) => {
      for (const type of ends) window.removeEventListener(type, release)
      // A touch that turns into scrolling makes no click.
      const delayMs = event.type === 'pointercancel' ? 0 : clickDelayMs
      setTimeout(() => setHeld((current) => (current === mine ? null : current)), delayMs)
    }
    for (const type of ends) window.addEventListener(type, release)
    setHeld(mine)
  }
  return { steady: held ? held.value : value, press }
}

const ends = ['pointerup', 'pointercancel'] as const
