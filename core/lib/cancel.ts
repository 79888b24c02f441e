/** What core uses of browsers' `AbortSignal`. */
type BareSignal = {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What stops an asking: `AbortSignal` where the types of a platform have it. */
export type CancelSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal & BareSignal
  : BareSignal

/** XState needs it too: where a platform lacks it, `@handsfree/core/polyfills` brings it. */
declare const AbortController: new () => { readonly signal: CancelSignal; abort(reason?: unknown): void }

export const newCancel = () => new AbortController()
