import type { CreatedPasskey, PasskeyOptions, UsedPasskey } from '../contract/passkey.ts'
import type { CancelSignal } from './cancel.ts'
import type { Result } from './result.ts'

/** String store that survives reloads. If storage is full or forbidden, values last for the visit. */
export type KeyValueStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** False for a value that only lasts for the visit. Without it, every value is stored. */
  isStored?(key: string): boolean
  /** Calls back when another tab changed a key. Returns an unsubscribe function. */
  subscribe(listener: (key: string) => void): () => void
}

/** A platform's picture (a `File` in the browser, a path elsewhere), opaque to core. */
export type ImageSource = unknown

export type PreparedImage = {
  source: ImageSource
  bytes: number
  /** URL that a view may show until `release` is called. */
  preview: string
  release?: () => void
}

export type ImageFailure =
  | { code: 'unsupportedType' }
  | { code: 'tooLarge'; sizeLimitMb: number }
  /** The device couldn't read the file; a retry may succeed. */
  | { code: 'unreadable' }
  /** The header is valid, but decoding failed, such as for a truncated download. */
  | { code: 'damaged' }

/** Prepared pictures that outlive the page, by key. Calls reject if the device doesn't support it. */
export type HeldImages = {
  put: (key: string, image: PreparedImage) => Promise<void>
  /** Null for an unknown key. */
  get: (key: string) => Promise<PreparedImage | null>
  remove: (keys: readonly string[]) => Promise<void>
  keepOnly: (keys: readonly string[]) => Promise<void>
}

export type UploadRequest = {
  url: string
  headers: Record<string, string>
  image: PreparedImage
  timeoutMs: number
  signal: CancelSignal
  /** Share of the body that was sent, 0 to 1. */
  onProgress: (share: number) => void
}

export type BrokerOptions = {
  /** Secure WebSocket URL, such as `wss://host:port/mqtt`. */
  url: string
  clientId: string
  username: string
  password: string
  topics: readonly string[]
  /** Seconds. */
  keepalive: number
  connectTimeoutMs: number
}

export type BrokerListener = {
  /** Connected, with every topic subscribed. */
  onOpen: () => void
  onMessage: (topic: string, payload: string) => void
  /** The connection ended or couldn't be opened; it doesn't reconnect. */
  onClose: () => void
}

/** `cancelled`: by the person, or their time ran out. `alreadyHere`: the device has a passkey of this account. */
export type PasskeyFailure = { code: 'cancelled' | 'alreadyHere' | 'failed' }

/** The device's passkeys for this app's origin (WebAuthn). */
export type DevicePasskeys = {
  /** Whether the device itself can hold passkeys, unlocked by a face, a finger or a screen lock. */
  isAvailable: () => Promise<boolean>
  /** Whether `offer` works. */
  hasAutofill: () => Promise<boolean>
  create: (options: PasskeyOptions, signal: CancelSignal) => Promise<Result<CreatedPasskey, PasskeyFailure>>
  /** Asks for a passkey at once. */
  prompt: (options: PasskeyOptions, signal: CancelSignal) => Promise<Result<UsedPasskey, PasskeyFailure>>
  /** Lists passkeys among the suggestions of the page's phone field. Lasts until one is chosen. */
  offer: (options: PasskeyOptions, signal: CancelSignal) => Promise<Result<UsedPasskey, PasskeyFailure>>
}

export type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  /** The request outlives its page. */
  keepalive?: boolean
  signal: CancelSignal
}

/** The part of the browser's `Response` that core uses. */
export type FetchAnswer = { headers: { get(name: string): string | null }; text(): Promise<string> }

/** XState’s interface of timers, for all waits in core. The time itself is `now`. */
export type Clock = {
  setTimeout: (task: () => void, milliseconds: number) => unknown
  clearTimeout: (timer: unknown) => void
}

/** Length of a pulse that confirms an event. */
export const pulseMs = 10

/** Everything that core needs from outside. */
export type Platform = {
  storage: KeyValueStorage
  /** Browsers' `fetch` or compatible. Rejects without a response. */
  fetch(url: string, init: FetchInit): Promise<FetchAnswer>
  /** Sends one multipart part named `file`. Resolves with the body for any status; rejects without a response. */
  upload: (request: UploadRequest) => Promise<string>
  /** Checks the type by content and scales the picture down. */
  prepareImage: (source: ImageSource) => Promise<Result<PreparedImage, ImageFailure>>
  /** Stores a visitor's photos until sign-in. Without it, they last as long as the page. */
  heldImages?: HeldImages
  /** Opens a connection and returns a function that closes it. Tabs of a browser share one where they can. */
  connectBroker: (options: BrokerOptions, listener: BrokerListener) => () => void
  /** The device's languages as BCP 47 tags, best first. They also suggest the country of a phone number. */
  languages: () => readonly string[]
  /** Languages from a link or an earlier choice, as BCP 47 tags. They override the device's. */
  requestedLanguages?: () => readonly string[]
  isOnline: () => boolean
  /** Calls back when the device goes offline or comes online. Returns an unsubscribe function. */
  onConnectivity: (listener: (online: boolean) => void) => () => void
  /** Whether the app is visible. Platforms without it count as always visible. */
  isVisible?: () => boolean
  /**
   * Calls back when the user returns to the app (focus, visible again, back from another page). Returns an unsubscribe
   * function.
   */
  onReturn: (listener: () => void) => () => void
  /** Calls back when the app is hidden, after which it may be suspended. Returns an unsubscribe function. */
  onHide?: (listener: () => void) => () => void
  /** Calls back at every tap, key or scroll of a person. Returns an unsubscribe function. */
  onUse?: (listener: () => void) => () => void
  /** Milliseconds since 1970. */
  now: () => number
  clock: Clock
  /** The device's IANA zone. */
  timeZone: () => string
  randomBytes: (length: number) => Uint8Array
  /**
   * Resolves with the code of a text message for this app, once the user allows it. Missing if the device can't read
   * messages.
   */
  receiveCode?: (signal: CancelSignal) => Promise<string>
  /** Missing if the device or the page's address can't have passkeys. */
  loadPasskeys?: () => Promise<DevicePasskeys>
  /** A pulse that confirms an event. Does nothing on devices that can't, and where motion is reduced. */
  vibrate?: (milliseconds: number) => void
  /** Leaves the app for another page, such as a payment provider's. */
  openPage: (url: string) => void
  reload: () => void
  warn: (message: string) => void
}
