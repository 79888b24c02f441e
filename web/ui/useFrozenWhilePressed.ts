import { useState } from 'react'

/** Maximum delay between `pointerup` and the click, ms. */
const clickDelayMs = 350

/**
 * Freezes a list's value while a finger is on it, so that nothing moves under the finger. Attach `press` to the list's
 * `onPointerDown`.
 */
export function useFrozenWhilePressed<Value>(value: Value): { frozen: Value; press: () => void } {
  const [entryUnderFinger, setEntryUnderFinger] = useState<{ value: Value } | null>(null)
  const press = () => {
    const entry = { value }
    const release = (event: Event) => {
      for (const type of endEvents) window.removeEventListener(type, release)
      // Scrolling fires `pointercancel` and no click.
      const delayMs = event.type === 'pointercancel' ? 0 : clickDelayMs
      setTimeout(() => setEntryUnderFinger((current) => (current === entry ? null : current)), delayMs)
    }
    for (const type of endEvents) window.addEventListener(type, release)
    setEntryUnderFinger(entry)
  }
  return { frozen: entryUnderFinger ? entryUnderFinger.value : value, press }
}

const endEvents = ['pointerup', 'pointercancel'] as const
