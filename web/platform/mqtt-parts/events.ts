type Listener = (...values: never[]) => void
type Entry = { listener: Listener; isOnce: boolean }

/**
 * As much of Node's `events` as MQTT.js calls. Listeners are on the object alone, and nothing is private: MQTT.js copies
 * these methods into a class of its own, whose constructor does not run this one's.
 */
export class EventEmitter {
  declare entries?: Record<string, readonly Entry[]>

  on(event: string, listener: Listener, isOnce = false): this {
    this.entries ??= {}
    this.entries[event] = [...(this.entries[event] ?? []), { listener, isOnce }]
    return this
  }

  once(event: string, listener: Listener): this {
    return this.on(event, listener, true)
  }

  removeListener(event: string, listener: Listener): this {
    const entries = this.entries?.[event]
    if (this.entries && entries) this.entries[event] = entries.filter((entry) => entry.listener !== listener)
    return this
  }

  /** An error that nobody listens to is thrown. */
  emit(event: string, ...values: unknown[]): boolean {
    const entries = this.entries?.[event] ?? []
    if (entries.length === 0 && event === 'error') throw values[0]
    for (const { listener, isOnce } of entries) {
      if (isOnce) this.removeListener(event, listener)
      listener.apply(this, values as never[])
    }
    return entries.length > 0
  }

  setMaxListeners(): this {
    return this
  }
}
