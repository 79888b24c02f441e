export type TorchState = 'none' | 'off' | 'on'

/** Supported by browsers, but missing in TypeScript's DOM types. */
type LitCapabilities = MediaTrackCapabilities & { torch?: boolean }
type LitConstraints = MediaTrackConstraints & { advanced: { torch: boolean }[] }

export type Torch = {
  get: () => TorchState
  subscribe: (listener: () => void) => () => void
  /** Null when the camera stops, which also turns off the light. */
  attach: (track: MediaStreamTrack | null) => void
  toggle: () => Promise<void>
}

export function createTorch(): Torch {
  let track: MediaStreamTrack | null = null
  let state: TorchState = 'none'
  const listeners = new Set<() => void>()
  const setState = (next: TorchState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach(next) {
      track = next
      const capabilities: LitCapabilities = next?.getCapabilities?.() ?? {}
      setState(capabilities.torch ? 'off' : 'none')
    },
    async toggle() {
      if (!track || state === 'none') return
      const lit = state === 'off'
      try {
        await track.applyConstraints({ advanced: [{ torch: lit }] } as LitConstraints)
        setState(lit ? 'on' : 'off')
      } catch {
        setState('none')
      }
    },
  }
}
