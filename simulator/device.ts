import {
  type App,
  type AppOptions,
  createApp,
  type KeyValueStorage,
  type Platform,
  type PreparedImage,
} from '@handsfree/core'
import { demoStaticKey } from '@handsfree/core/api'
import type { Chance } from './chance.ts'
import { NetLine } from './line.ts'
import { day, minute, second } from './time.ts'
import type { Screen, World } from './world.types.ts'

/** Clock errors in milliseconds; most clocks are right. */
const skews = [0, 0, 0, 0, 90 * second, -4 * minute, 7 * minute, -day]

type Listeners = Set<() => void>

const notifyListeners = (listeners: Listeners) => {
  for (const listener of [...listeners]) listener()
}

/** Screens that need no sign-in, and stay open after sign-out. */
const publicScreens = ['home', 'create', 'trip', 'scanner', 'search', 'deletion']

export class Device {
  readonly items = new Map<string, string>()
  readonly images = new Map<string, PreparedImage>()
  readonly tabs = new Set<Tab>()
  readonly line: NetLine
  readonly world: World
  readonly ownerName: string
  readonly chance: Chance
  skew: number
  /** Whether the storage rejects writes, which then last until the page is left. */
  isFull = false
  readonly #clockChance: Chance
  /** The device's time zone. The product's promises must hold in any zone. */
  zone = 'Asia/Shanghai'

  constructor(world: World, ownerName: string, number: number, chance: Chance) {
    this.world = world
    this.ownerName = ownerName
    this.chance = chance
    this.line = new NetLine(
      world,
      ownerName,
      `10.${1 + (number >> 12)}.${(number >> 4) & 255}.${1 + (number & 15)}`,
      chance.fork('line'),
    )
    this.skew = chance.pick(skews)
    this.#clockChance = chance.fork('hands')
  }

  changeClockError(): void {
    this.skew = this.#clockChance.pick(skews)
    this.world.story.log(this.ownerName, `has a clock that is wrong by ${this.skew / second} s`)
  }

  /** Marks the device, so that its invariants are checked after this step. */
  touch(): void {
    this.world.touchedDevices.add(this.ownerName)
  }

  /** Called when the device's account may have been deleted. */
  onAccountMaybeDeleted: () => void = () => {}

  setOnline(isOnline: boolean): void {
    if (this.line.isOnline === isOnline) return
    this.line.isOnline = isOnline
    this.world.story.log(this.ownerName, isOnline ? 'is online again' : 'is offline')
    for (const tab of this.tabs) tab.reportConnectivity(isOnline)
  }
}

/** A tab with its screen: one app, until it is left, reloaded or closed. */
export class Tab {
  app!: App
  screen: Screen = { name: 'home', stop() {} }
  isOpen = false
  isInSight = true
  /** URL of the bank's page, while the tab shows it instead of the app. */
  atBank: string | null = null
  readonly device: Device
  readonly name: string
  #loadCount = 0
  /** Suspended: nothing runs, and deliveries are queued. */
  isAsleep = false
  #waiting: (() => void)[] = []
  readonly #sockets = new Set<() => void>()
  #timers = new Set<() => void>()
  readonly #returns: Listeners = new Set()
  readonly #connectivity = new Set<(online: boolean) => void>()
  readonly #storage = new Set<(key: string) => void>()
  /** Writes that a full storage has rejected. */
  readonly #unsavedValues = new Map<string, string>()

  constructor(device: Device, name: string) {
    this.device = device
    this.name = name
  }

  load(): void {
    this.leave()
    this.device.touch()
    this.isOpen = true
    this.device.tabs.add(this)
    const { world } = this.device
    this.app = this.createApp(this.#platform(), {
      baseUrl: '',
      staticKey: demoStaticKey,
      brokerScheme: 'ws',
      inspect: world.watch(this.device.ownerName, (what) => this.log(what)),
    })
    this.app.auth.on('auth.signedOut', ({ reason }) => {
      if (reason === 'unconfirmed') this.device.onAccountMaybeDeleted()
      this.#restartViolationTimers()
      if (!publicScreens.includes(this.screen.name)) this.show({ name: 'home', stop() {} })
    })
    this.app.start()
  }

  protected createApp(platform: Platform, options: AppOptions): App {
    return createApp(platform, options)
  }

  /** Whether leaving the page loses a key's value. */
  isUnsaved(key: string): boolean {
    return this.#unsavedValues.has(key)
  }

  leave(): void {
    if (!this.isOpen) return
    this.device.touch()
    this.isOpen = false
    this.#loadCount++
    this.screen.stop()
    this.screen = { name: 'home', stop() {} }
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
    this.app.stop()
    this.isAsleep = false
    this.#waiting = []
    this.#sockets.clear()
    this.#returns.clear()
    this.#connectivity.clear()
    this.#storage.clear()
    this.#unsavedValues.clear()
  }

  close(): void {
    this.leave()
    this.device.touch()
    this.device.tabs.delete(this)
  }

  show(screen: Screen): void {
    this.device.touch()
    this.screen.stop()
    this.screen = screen
  }

  /** Suspends the tab: timers, responses and storage events are queued, and the broker connection is cut. */
  sleep(): void {
    if (!this.isOpen || this.isAsleep) return
    this.isAsleep = true
    this.isInSight = false
    for (const cut of [...this.#sockets]) cut()
    this.log('falls asleep')
  }

  /** Forgets since when this tab violates invariants. Their keys contain the device and the tab. */
  #restartViolationTimers(): void {
    const { world, ownerName } = this.device
    for (const starts of world.violationStarts.values())
      for (const key of starts.keys())
        if (` ${key}`.includes(` ${ownerName} ${this.name} `)) starts.delete(key)
  }

  wake(): void {
    if (!this.isAsleep) return
    this.#restartViolationTimers()
    this.device.touch()
    this.log('wakes up')
    this.isAsleep = false
    const waiting = this.#waiting.splice(0)
    for (const task of waiting) this.#deliver(task)
    this.setInSight(true)
  }

  /** Runs a task now, or queues it while the tab is suspended. */
  #deliver(task: () => void): void {
    if (!this.isOpen) return
    if (this.isAsleep) this.#waiting.push(task)
    else task()
  }

  setInSight(isInSight: boolean): void {
    if (!this.isOpen || this.isAsleep) return
    this.isInSight = isInSight
    if (isInSight) notifyListeners(this.#returns)
  }

  reportConnectivity(isOnline: boolean): void {
    this.#deliver(() => {
      for (const listener of [...this.#connectivity]) listener(isOnline)
    })
  }

  log(what: string): void {
    this.device.world.story.log(`${this.device.ownerName}/${this.name}`, what)
  }

  /** The app's data may be a minute old, so only sessions that ended earlier count. */
  async #checkPageIsPayable(reference: string): Promise<void> {
    const { world, ownerName } = this.device
    const { servers, time } = world
    servers.busy++
    const [endedSession] = await servers.store.query<{ state: string }>(
      `select state from payment_sessions where reference = $1 and update_time < $2
      and state in ('paid', 'failed', 'expired', 'cancelled')`,
      [reference, new Date(time.now - minute)],
    )
    servers.busy--
    if (endedSession)
      world.fail(
        'pagesCanBePaid',
        `${ownerName} is sent to page ${reference}, which is stored as ${endedSession.state}`,
      )
  }

  #onStorageChange(key: string): void {
    this.#deliver(() => {
      for (const listener of [...this.#storage]) listener(key)
    })
  }

  #store(): KeyValueStorage {
    const { items, tabs, world, chance } = this.device
    const announceChange = (key: string) => {
      this.device.touch()
      for (const tab of tabs)
        if (tab !== this) world.time.after(chance.between(0, 40), 'storage', () => tab.#onStorageChange(key))
    }
    return {
      get: (key) => this.#unsavedValues.get(key) ?? items.get(key) ?? null,
      set: (key, value) => {
        if (this.device.isFull) return void this.#unsavedValues.set(key, value)
        this.#unsavedValues.delete(key)
        if (items.get(key) === value) return
        items.set(key, value)
        announceChange(key)
      },
      remove: (key) => {
        this.#unsavedValues.delete(key)
        if (items.delete(key)) announceChange(key)
      },
      subscribe: (listener) => {
        this.#storage.add(listener)
        return () => this.#storage.delete(listener)
      },
    }
  }

  #platform(): Platform {
    const { world, line, images, chance, ownerName } = this.device
    const load = this.#loadCount
    const isSameLoad = () => this.isOpen && this.#loadCount === load
    const deliver = (task: () => void) => {
      if (isSameLoad())
        this.#deliver(() => {
          if (isSameLoad()) task()
        })
    }
    return {
      storage: this.#store(),
      fetch: line.fetch(isSameLoad, deliver),
      upload: line.upload(isSameLoad, deliver),
      prepareImage: async (source) => ({
        ok: true,
        value: { source, bytes: (source as Buffer).length, preview: 'blob:' },
      }),
      heldImages: {
        put: async (key, image) => void images.set(key, image),
        get: async (key) => images.get(key) ?? null,
        remove: async (keys) => keys.forEach((key) => void images.delete(key)),
        keepOnly: async (keys) =>
          [...images.keys()].filter((key) => !keys.includes(key)).forEach((key) => void images.delete(key)),
      },
      connectBroker: (options, listener) => {
        const close = world.broker.connect(ownerName, options, {
          onOpen: () => deliver(listener.onOpen),
          onClose: () => deliver(listener.onClose),
          onMessage: (topic, payload) => deliver(() => listener.onMessage(topic, payload)),
          account: () => this.app.auth.getSnapshot().context.account?.uin ?? null,
        })
        const cut = () => {
          this.#sockets.delete(cut)
          close()
          deliver(listener.onClose)
        }
        this.#sockets.add(cut)
        return () => {
          this.#sockets.delete(cut)
          close()
        }
      },
      languages: () => ['en-US'],
      isOnline: () => line.isOnline,
      isVisible: () => this.isInSight,
      onReturn: (listener) => {
        this.#returns.add(listener)
        return () => this.#returns.delete(listener)
      },
      onConnectivity: (listener) => {
        this.#connectivity.add(listener)
        return () => this.#connectivity.delete(listener)
      },
      now: () => world.time.now + this.device.skew,
      clock: {
        setTimeout: (task, milliseconds) => {
          let isOff = false
          const run = () => {
            this.#timers.delete(cancel)
            if (!isOff) task()
          }
          const stop = world.time.after(milliseconds, `timer of ${ownerName}`, () => this.#deliver(run))
          const cancel = () => {
            isOff = true
            stop()
          }
          this.#timers.add(cancel)
          return cancel
        },
        clearTimeout: (cancel) => {
          if (typeof cancel !== 'function') return
          this.#timers.delete(cancel as () => void)
          cancel()
        },
      },
      timeZone: () => this.device.zone,
      randomBytes: (length) => chance.bytes(length),
      openPage: (url) => {
        if (url.includes('/account/export/')) return this.log(`downloads ${url}`)
        this.log(`goes to the bank: ${url}`)
        void this.#checkPageIsPayable(url.split('/').at(-1) ?? '')
        this.atBank = url
      },
      reload: () => {
        this.log('is reloaded by the app')
        world.time.after(0, 'reload', () => {
          if (isSameLoad()) this.load()
        })
      },
      warn: () => {},
    }
  }
}
