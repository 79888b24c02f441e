import type { DraftFormActor } from '@handsfree/core/booking'
import { useEffect } from 'react'
import { partId } from '../../parts/order-form/form-fields.ts'

/** Keeps the current part at its scroll position while finished parts above it fold. */
export function useScrollAnchor(form: DraftFormActor): void {
  useEffect(() => {
    let shown = form.getSnapshot().context.openParts
    const subscription = form.subscribe(({ context: { openParts } }) => {
      const isFolding = shown.some((part) => !openParts.includes(part))
      shown = openParts
      const [lowest] = openParts.slice(-1)
      if (!isFolding || !lowest) return
      // Runs before the DOM update, so this measures the old position.
      const focused = document.activeElement?.closest('[id^="part-"]')
      const held = focused ?? document.getElementById(partId(lowest))
      const before = held?.getBoundingClientRect().top ?? 0
      requestAnimationFrame(() => {
        if (held?.isConnected)
          scrollBy({ top: held.getBoundingClientRect().top - before, behavior: 'instant' })
      })
    })
    return () => subscription.unsubscribe()
  }, [form])
}
