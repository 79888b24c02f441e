import { createCipheriv } from 'node:crypto'
import {
  type App,
  type AppOptions,
  type BrokerListener,
  type BrokerOptions,
  createApp,
  type KeyValueStorage,
  type Platform,
  type PreparedImage,
} from '@handsfree/core'
import type { Account } from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { vi } from 'vitest'
import { account, order, profile, qrSite, quote } from '../models/samples.ts'

/**
 * Encrypts like the server's secrets: AES-256-ECB, PKCS7, base64. Uses Node's crypto as an independent
 * implementation.
 */
export function encrypt(plain: string, key: Buffer): string {
  const cipher = createCipheriv('aes-256-ecb', key, null)
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64')
}

export const encryptAll = (values: Record<string, string>, key: Buffer): string => {
  const encrypted = Object.entries(values).map(([name, value]) => [name, encrypt(value, key)])
  return Buffer.from(JSON.stringify(Object.fromEntries(encrypted))).toString('base64')
}

export const secretKey = Buffer.from('0123456789abcdef0123456789abcdef')
export const secrets = {
  mqttHostDomain: 'broker.test',
  mqttUsername: 'uin-1',
  mqttPassword: 'password-1',
  mqttWSSPort: '8084',
}

export type Sent = {
  method: string
  path: string
  token: string | null
  body: unknown
  headers: Headers
  keepalive: boolean
}
type Handler = (sent: Sent) => unknown

export class Refusal {
  readonly code: number
  readonly result: unknown

  constructor(code: number, result: unknown = null) {
    this.code = code
    this.result = result
  }
}

export class FakeServer {
  readonly sent: Sent[] = []
  /** Value of the response's `Date` header, in milliseconds since 1970; null omits the header. */
  time: (() => number) | null = null
  readonly routes: Record<string, Handler> = {
    'POST /verification-codes': () => ({ requestId: 'request-1', resendAfter: 60, expiresIn: 300 }),
    'POST /users': () => account,
    'POST /users/sign-out': () => ({}),
    'GET /users/customers': () => ({ [profile.uin]: profile }),
    'POST /user-devices': () => ({}),
    'GET /notification/unread': () => 3,
    'POST /oss/secrets/dk': () => secretKey.toString('base64'),
    'POST /oss/secrets/ck': () => encryptAll(secrets, secretKey),
    'GET /sites/qr/desk-1': () => qrSite,
    'POST /orders/quote': () => quote(),
    'POST /orders': () => order(),
  }

  of(route: string): Sent[] {
    return this.sent.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route)
  }

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    const path = decodeURIComponent(String(input)).replace('/api', '')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const keepalive = init.keepalive ?? false
    const sent = { method, path, token: headers.get('token'), body, headers, keepalive }
    this.sent.push(sent)
    const handler = this.routes[`${method} ${path.split('?')[0]}`]
    if (!handler) throw new TypeError('Failed to fetch')
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
    const result = await Promise.race([handler(sent), aborted])
    const envelope = result instanceof Refusal ? result : { code: 0, result }
    const date = this.time && new Date(this.time()).toUTCString()
    return new Response(JSON.stringify({ message: '', ...envelope }), { headers: date ? { date } : {} })
  }
}

const privacyConsent = { version: 1, privacyVersion: policy.privacyVersion, locale: 'en-US' }

/**
 * One browser's storage, with a consent to the privacy policy. Each tab receives the other tabs' changes when they are
 * delivered.
 */
export class FakeBrowser {
  readonly items = new Map([['privacyConsent', JSON.stringify(privacyConsent)]])
  /** Held images by key. */
  readonly images = new Map<string, PreparedImage>()
  readonly #tabs = new Set<{ listeners: Set<(key: string) => void>; news: Set<string> }>()

  /** Stores an account (null if signed out) and its profile, like an earlier visit. */
  signIn(who: Account | null = account): void {
    const phone = { dialCode: '86', phoneNumber: '' }
    this.items.set('auth', JSON.stringify({ version: 1, phone, account: who }))
    this.items.set('person', JSON.stringify({ version: 1, profile, isNameSkipped: false }))
  }

  tab(): KeyValueStorage & { deliver(): void } {
    const tab = { listeners: new Set<(key: string) => void>(), news: new Set<string>() }
    this.#tabs.add(tab)
    const change = (key: string) => {
      for (const other of this.#tabs) if (other !== tab) other.news.add(key)
    }
    return {
      get: (key) => this.items.get(key) ?? null,
      set: (key, value) => {
        if (this.items.get(key) === value) return
        this.items.set(key, value)
        change(key)
      },
      remove: (key) => {
        if (this.items.delete(key)) change(key)
      },
      subscribe: (listener) => {
        tab.listeners.add(listener)
        return () => tab.listeners.delete(listener)
      },
      deliver: () => {
        for (const key of [...tab.news]) {
          tab.news.delete(key)
          for (const listener of tab.listeners) listener(key)
        }
      },
    }
  }
}

/** The process's timers, which Vitest can fake. */
export const globalTimers: Platform['clock'] = {
  setTimeout: (task, milliseconds) => setTimeout(task, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

type Line = { options: BrokerOptions; listener: BrokerListener; isOpen: boolean }

/** A platform that the test controls. */
export class FakePlatform implements Platform {
  readonly storage: ReturnType<FakeBrowser['tab']>
  readonly fetch: Platform['fetch']
  readonly lines: Line[] = []
  readonly warnings: string[] = []
  readonly opened: string[] = []
  reloads = 0
  #bytes = 0
  readonly #returns = new Set<() => void>()
  readonly #connectivity = new Set<(online: boolean) => void>()

  constructor(server: FakeServer, browser = new FakeBrowser()) {
    this.storage = browser.tab()
    const { images } = browser
    this.heldImages = {
      put: async (key, image) => void images.set(key, image),
      get: async (key) => images.get(key) ?? null,
      remove: async (keys) => keys.forEach((key) => void images.delete(key)),
      keepOnly: async (keys) =>
        [...images.keys()].filter((key) => !keys.includes(key)).forEach((key) => void images.delete(key)),
    }
    this.fetch = server.fetch
  }

  heldImages: NonNullable<Platform['heldImages']>
  upload: Platform['upload'] = async () => '{}'
  prepareImage: Platform['prepareImage'] = async () => ({ ok: false, error: { code: 'unreadable' } })
  connectBroker: Platform['connectBroker'] = (options, listener) => {
    const line = { options, listener, isOpen: true }
    this.lines.push(line)
    return () => {
      line.isOpen = false
    }
  }
  languages = () => ['en-GB', 'zh-Hans']
  requestedLanguages = (): string[] => []
  isOnline = () => true
  isVisible: NonNullable<Platform['isVisible']> = () => true
  onConnectivity: Platform['onConnectivity'] = (listener) => {
    this.#connectivity.add(listener)
    return () => this.#connectivity.delete(listener)
  }
  onReturn: Platform['onReturn'] = (listener) => {
    this.#returns.add(listener)
    return () => this.#returns.delete(listener)
  }
  now = () => Date.parse('2026-11-23T02:00:00Z')
  clock = globalTimers
  timeZone = () => 'Asia/Shanghai'
  randomBytes: Platform['randomBytes'] = (length) => {
    this.#bytes += 1
    return new Uint8Array(length).fill(this.#bytes)
  }
  openPage: Platform['openPage'] = (url) => {
    this.opened.push(url)
  }
  reload = () => {
    this.reloads += 1
  }
  warn: Platform['warn'] = (message) => {
    this.warnings.push(message)
  }

  comeBack(): void {
    for (const listener of this.#returns) listener()
  }

  goOnline(online: boolean): void {
    for (const listener of this.#connectivity) listener(online)
  }

  get listeners(): number {
    return this.#returns.size + this.#connectivity.size
  }
}

/** Creates the app in its own tab, not started. */
export const appOn = (platform: FakePlatform, more: Pick<AppOptions, 'initialData' | 'inspect'> = {}): App =>
  createApp(platform, { baseUrl: '', staticKey: 'static-key', brokerScheme: 'wss', ...more })

export const soon = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { interval: 1, timeout: 10_000 })
