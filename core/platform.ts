import type { Result } from './result.ts'

/** Small plain facts that survive a reload. Values are strings. What a full or forbidden storage refuses lasts for the visit. */
export type KeyValueStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /** Calls back when another tab changed a key. Answers how to stop. */
  subscribe(listener: (key: string) => void): () => void
}

/** A picture as the platform holds it (a `File` in the browser, a path elsewhere): opaque to core. */
export type ImageSource = unknown

/** A picture that is ready to be sent: checked, scaled down. */
export type PreparedImage = {
  source: ImageSource
  bytes: number
  /** An address that a view may show, until `release` is called. */
  preview: string
  /** Gives back the memory that the preview holds, where it holds any. */
  release?: () => void
}

/** Why a picture cannot be used. `sizeLimit` is in MB. */
export type ImageFailure =
  | { code: 'unsupportedType' }
  | { code: 'tooLarge'; sizeLimitMb: number }
  | { code: 'unreadable' }

export type UploadRequest = {
  url: string
  headers: Record<string, string>
  image: PreparedImage
  timeoutMs: number
  signal: AbortSignal
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
  /** The connection is gone or never came about; it does not come back by itself. */
  onClose: () => void
}

/** Everything that core needs from outside. Nothing else in core touches the world. */
export type Platform = {
  storage: KeyValueStorage
  fetch: typeof globalThis.fetch
  /** Sends one multipart part named `file`. Answers the body, whatever the status; rejects when there is no answer. */
  upload: (request: UploadRequest) => Promise<string>
  /** Checks the type by content and scales the picture down. */
  prepareImage: (source: ImageSource) => Promise<Result<PreparedImage, ImageFailure>>
  /** Opens one connection; answers how to close it. At most one tab of a browser holds the socket. */
  connectBroker: (options: BrokerOptions, listener: BrokerListener) => () => void
  /** The user's languages, best first, as BCP 47 tags. */
  languages: () => readonly string[]
  isOnline: () => boolean
  /** Calls back when the device goes offline or comes online. Answers how to stop. */
  onConnectivity: (listener: (online: boolean) => void) => () => void
  /** Whether the user sees the app now; a platform without it is always seen. */
  isInSight?: () => boolean
  /** Calls back when the user returns to the app (focus, visible again, back from another page). Answers how to stop. */
  onReturn: (listener: () => void) => () => void
  /** Milliseconds since 1970. */
  now: () => number
  randomBytes: (length: number) => Uint8Array
  /** Leaves the app for another page, such as a payment provider's. */
  openPage: (url: string) => void
  reload: () => void
  warn: (message: string) => void
}
