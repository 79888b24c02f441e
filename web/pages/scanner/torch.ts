/** `none` where the camera has no light. */
export type TorchState = 'none' | 'off' | 'on'

/** The camera's light, which browsers support and their types do not. */
type LitCapabilities = MediaTrackCapabilities & { torch?: boolean }
type LitConstraints = MediaTrackConstraints & { advanced: { torch: boolean }[] }

/** The light of the running camera, as a store for a view. */
export type Torch = {
  get: () => TorchState
  subscribe: (listener: () => void) => () => void
  /** The running camera; null when it stopped, which also switches its light off. */
  attach: (track: MediaStreamTrack | null) => void
  toggle: () => Promise<void>
}

export function createTorch(): Torch {
  let track: MediaStreamTrack | null = null
  let state: TorchState = 'none'
  const listeners = new Set<() => void>()
  const become = (next: TorchState) => {
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
      become(capabilities.torch ? 'off' : 'none')
    },
    async toggle() {
      if (!track || state === 'none') return
      const lit = state === 'off'
      try {
        await track.applyConstraints({ advanced: [{ torch: lit }] } as LitConstraints)
        become(lit ? 'on' : 'off')
      } catch {
        become('none')
      }
    },
  }
}
