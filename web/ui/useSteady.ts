import { useState } from 'react'

/** Maximum delay between `pointerup` and the click, ms. */
const clickDelayMs = 350

/**
 * Freezes a list's value while a finger is on it, so that nothing moves under the finger. Attach `press` to the list's
 * `onPointerDown`.
 */
export function useSteady<Value>(value: Value): { steady: Value; press: () => void } {
  const [held, setHeld] = useState<{ value: Value } | null>(null)
  const press = () => {
    const mine = { value }
    const release = (event: Event) => {
      for (const type of ends) window.removeEventListener(type, release)
      // Scrolling fires `pointercancel` and no click.
      const delayMs = event.type === 'pointercancel' ? 0 : clickDelayMs
      setTimeout(() => setHeld((current) => (current === mine ? null : current)), delayMs)
    }
    for (const type of ends) window.addEventListener(type, release)
    setHeld(mine)
  }
  return { steady: held ? held.value : value, press }
}

const ends = ['pointerup', 'pointercancel'] as const
