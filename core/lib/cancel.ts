/** The part of the browser's `AbortSignal` that core uses. */
type BareSignal = {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** `AbortSignal` on platforms whose types have it. */
export type CancelSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal & BareSignal
  : BareSignal

/** XState needs it too. `@handsfree/core/polyfills` adds it where the platform lacks it. */
declare const AbortController: new () => { readonly signal: CancelSignal; abort(reason?: unknown): void }

export const newCancel = () => new AbortController()
