import type { CancelSignal } from './cancel.ts'
import type { Result } from './result.ts'

/**
 * Small plain facts that survive a reload. Values are strings. What a full or forbidden storage refuses lasts for the
 * visit.
 */
export type KeyValueStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Calls back when another tab changed a key. Returns an unsubscribe function. */
  subscribe(listener: (key: string) => void): () => void
}

/** A picture of the platform (a `File` in the browser, a path elsewhere): opaque to core. */
export type ImageSource = unknown

/** A picture that is ready to be sent: checked, scaled down. */
export type PreparedImage = {
  source: ImageSource
  bytes: number
  /** An address that a view may show, until `release` is called. */
  preview: string
  /** Releases the memory of the preview, if any. */
  release?: () => void
}

/** Why a picture cannot be used. `sizeLimit` is in MB. */
export type ImageFailure =
  | { code: 'unsupportedType' }
  | { code: 'tooLarge'; sizeLimitMb: number }
  /** The device could not read the file, which may succeed at the next try. */
  | { code: 'unreadable' }
  /** A picture by its header that cannot be decoded, such as a download that was cut short. */
  | { code: 'damaged' }

/** Prepared pictures that outlive the page, by key. Each call rejects when the device cannot do it. */
export type HeldImages = {
  put: (key: string, image: PreparedImage) => Promise<void>
  /** Null for a key without a picture. */
  get: (key: string) => Promise<PreparedImage | null>
  remove: (keys: readonly string[]) => Promise<void>
  /** Removes all others. */
  keepOnly: (keys: readonly string[]) => Promise<void>
}

export type UploadRequest = {
  url: string
  headers: Record<string, string>
  image: PreparedImage
  timeoutMs: number
  signal: CancelSignal
  /** Share of the body that is sent, 0 to 1. */
  onProgress: (share: number) => void
}

export type BrokerOptions = {
  /** Secure WebSocket address, such as `wss://host:port/mqtt`. */
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
  /** The broker accepted us and every topic is subscribed. */
  onOpen: () => void
  onMessage: (topic: string, payload: string) => void
  /** The connection has ended or could not be opened; it does not reconnect by itself. */
  onClose: () => void
}

export type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  /** The request outlives the page that makes it. */
  keepalive?: boolean
  signal: CancelSignal
}

/** An answer, as browsers' `Response` is one. */
export type FetchAnswer = { headers: { get(name: string): string | null }; text(): Promise<string> }

/** Timers, as XState and every other waiting in core take them. */
export type Clock = {
  setTimeout: (task: () => void, milliseconds: number) => unknown
  clearTimeout: (timer: unknown) => void
}

/** Everything that core needs from outside. Nothing else in core touches the world. */
export type Platform = {
  storage: KeyValueStorage
  /** Browsers' own, or anything that behaves alike. Rejects when there is no answer. */
  fetch(url: string, init: FetchInit): Promise<FetchAnswer>
  /**
   * Sends one multipart part named `file`. Resolves with the body, whatever the status; rejects when there is no
   * answer.
   */
  upload: (request: UploadRequest) => Promise<string>
  /** Checks the type by content and scales the picture down. */
  prepareImage: (source: ImageSource) => Promise<Result<PreparedImage, ImageFailure>>
  /** Holds a visitor's photos until somebody signs in. Without it they last as long as the page. */
  heldImages?: HeldImages
  /** Opens one connection and returns a function that closes it. At most one tab of a browser holds the socket. */
  connectBroker: (options: BrokerOptions, listener: BrokerListener) => () => void
  /** The device's languages, best first, as BCP 47 tags: they also tell the likely country of a number. */
  languages: () => readonly string[]
  /** Languages that a link or an earlier choice asks for, as BCP 47 tags. They come before the device's. */
  askedLanguages?: () => readonly string[]
  isOnline: () => boolean
  /** Calls back when the device goes offline or comes online. Returns an unsubscribe function. */
  onConnectivity: (listener: (online: boolean) => void) => () => void
  /** Whether the app is visible; always, on a platform without it. */
  isInSight?: () => boolean
  /**
   * Calls back when the user returns to the app (focus, visible again, back from another page). Returns an unsubscribe
   * function.
   */
  onReturn: (listener: () => void) => () => void
  /** Milliseconds since 1970. */
  now: () => number
  clock: Clock
  /** The device's IANA zone. */
  timeZone: () => string
  randomBytes: (length: number) => Uint8Array
  /** Leaves the app for another page, such as a payment provider's. */
  openPage: (url: string) => void
  reload: () => void
  warn: (message: string) => void
}
