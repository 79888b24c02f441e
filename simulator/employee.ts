import { type App, type AppOptions, type CrewApp, createCrewApp, type Platform } from '@handsfree/core'
import type { OperatorOrder } from '@handsfree/core/contract'
import {
  createOpenOrders,
  createShift,
  createStop,
  enterAsDemoEmployee,
  legalActs,
  type QueuedAct,
  type StopActor,
  selectBagPhotos,
  selectIsShiftBusy,
  selectMember,
  selectQueuedActs,
  selectShift,
  selectStopOrder,
  selectStopReading,
} from '@handsfree/core/crew'
import { calls } from '../server/api/openapi.ts'
import { demoCatalogue } from '../server/runtime/demo/world.ts'
import type { AppAct } from './app-act.ts'
import type { Chance } from './chance.ts'
import { Device, Tab } from './device.ts'
import { picture } from './placing.ts'
import { minute, second } from './time.ts'
import type { World } from './world.types.ts'

/** `queued`: it waits on the device. `notOffered`: the app doesn't allow it now. `unread`: the order can't be shown. */
type ActOutcome = 'done' | 'queued' | 'refused' | 'undone' | 'notOffered' | 'unread'

/** Couriers and desks, who have the app. */
export const crewIds: readonly string[] = demoCatalogue.employees
  .filter(({ role }) => role !== 'operator')
  .map(({ employeeId }) => employeeId)

const outboxKey = 'crew:outbox'

const travellersCalls = calls
  .map(([, call]) => call)
  .filter(({ audience }) => audience === 'traveller')
  .map(({ method, path }) => ({ method, address: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

class CrewTab extends Tab {
  declare app: CrewApp
  readonly #onLoaded: (app: CrewApp) => void

  constructor(device: Device, onLoaded: (app: CrewApp) => void) {
    super(device, 'app')
    this.#onLoaded = onLoaded
  }

  override load(): void {
    super.load()
    this.#onLoaded(this.app)
  }

  /** Hints for employees aren't simulated: the line stays silent. */
  protected override createApp(platform: Platform, options: AppOptions): App {
    const connectBroker: Platform['connectBroker'] = (_, { onOpen }) =>
      this.device.world.time.after(100, 'line', onOpen)
    const fetch: Platform['fetch'] = (url, init) => {
      const { pathname } = new URL(url, 'https://any.test')
      if (travellersCalls.some(({ method, address }) => method === init.method && address.test(pathname)))
        this.device.world.fail('ownCalls', `${init.method} ${pathname}`)
      return platform.fetch(url, init)
    }
    return createCrewApp({ ...platform, connectBroker, fetch }, options)
  }
}

/** A courier or desk with the employees' app on one device. */
export class Employee {
  readonly device: Device
  readonly #world: World
  readonly #chance: Chance
  readonly #id: string
  #tab: CrewTab | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #isTidying = false
  #isOnShift: boolean
  #listTime = 0

  constructor(world: World, id: string, number: number) {
    this.#world = world
    this.#id = id
    this.#chance = world.chance.fork(id)
    this.device = new Device(world, id, 60_000 + number, this.#chance.fork('device'))
    this.#isOnShift = !id.startsWith('courier-')
  }

  /** The order as the device shows it without a network, after the acts that wait there. Null with a network. */
  lookWithoutNetwork(orderId: string): Promise<OperatorOrder | null> {
    return this.#takeTurn(async () => {
      if (this.device.line.isOnline) return null
      return (await this.#openStop(orderId))?.order ?? null
    })
  }

  /** Does one act after the other. */
  act(orderId: string, act: AppAct): Promise<ActOutcome> {
    return this.#takeTurn(() => this.#act(orderId, act))
  }

  /** Has a network again, and is patient. */
  becomeCalm(): void {
    this.device.isFull = false
    this.device.setOnline(true)
    this.#tab?.wake()
  }

  async #takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    const result = await turn
    this.#tidyLater()
    return result
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#world.time.after(milliseconds, this.#id, resolve))
  }

  /** Looks every two seconds. False if it takes longer than half a minute. */
  async #waitFor(holds: () => boolean): Promise<boolean> {
    for (let look = 0; look < 15; look++) {
      if (holds()) return true
      await this.#pause(2 * second)
    }
    return holds()
  }

  async #openStop(orderId: string): Promise<{ tab: CrewTab; stop: StopActor; order: OperatorOrder } | null> {
    const tab = await this.#openApp()
    if (!tab) return null
    const stop = createStop(tab.app, orderId)
    tab.show({ name: 'stop', actor: stop, stop: () => stop.stop() })
    stop.start()
    await this.#waitFor(
      () => tab.screen.actor !== stop || !selectStopReading(stop.getSnapshot())?.getSnapshot().hasTag('busy'),
    )
    const order = selectStopOrder(stop.getSnapshot())
    return order && tab.screen.actor === stop ? { tab, stop, order } : null
  }

  async #act(orderId: string, { name, fillIn }: AppAct): Promise<ActOutcome> {
    const opened = await this.#openStop(orderId)
    if (!opened) return 'unread'
    const { tab, stop, order } = opened
    this.#meetTroubles()
    // Entries of an act that was refused or undone.
    if (stop.getSnapshot().matches('proving')) stop.send({ type: 'act.drop' })
    if (!legalActs(order).includes(name)) return 'notOffered'
    stop.send({ type: 'act.choose', act: name })
    const { proof } = stop.getSnapshot().context
    if (!proof) return 'notOffered'
    stop.send({ type: 'proof.change', proof: fillIn(proof) })
    const photos = name === 'order.pickUp' && this.#chance.bool(0.3) ? await this.#addPhoto(stop) : 0
    if (!stop.getSnapshot().can({ type: 'act.send' })) {
      stop.send({ type: 'act.drop' })
      return 'notOffered'
    }
    await this.#pause(this.#chance.between(1, 20) * second)
    stop.send({ type: 'act.send' })
    const { key } = stop.getSnapshot().context
    if (!stop.getSnapshot().matches('sending')) return 'unread'
    const isOffline = !this.device.line.isOnline
    this.#world.servers.crewActs.accept({ key, employeeId: this.#id, orderId, name, photos, isOffline })
    return this.#follow(tab, stop, { key, orderId })
  }

  /** Attaches a picture of the first bag. Returns the number of photos. */
  async #addPhoto(stop: StopActor): Promise<number> {
    selectBagPhotos(stop.getSnapshot(), 0)?.send({ type: 'photo.add', sources: [picture] })
    await this.#waitFor(() => stop.getSnapshot().can({ type: 'act.send' }))
    return 1
  }

  /** Follows an act for its first minute. */
  async #follow(
    tab: CrewTab,
    stop: StopActor,
    { key, orderId }: Pick<QueuedAct, 'key' | 'orderId'>,
  ): Promise<ActOutcome> {
    const { faults, options, servers, people } = this.#world
    const queued = () => this.#queued().find((act) => act.key === key)
    if (options.isStormy && !faults.isCalm && this.#chance.bool(0.04)) {
      await this.#pause(3 * second)
      if (tab.app.outbox.getSnapshot().can({ type: 'act.undo', key }) && queued()) {
        tab.app.outbox.send({ type: 'act.undo', key })
        servers.crewActs.setEnd(key, 'undone')
        tab.log('undoes the act')
        if (stop.getSnapshot().can({ type: 'act.drop' })) stop.send({ type: 'act.drop' })
        return 'undone'
      }
    }
    if (faults.strikes('crew killed')) this.#kill(tab)
    const isSettled = () => queued()?.refusal !== null
    await this.#waitFor(
      () => isSettled() || (!this.device.line.isOnline && (queued()?.leaveAt ?? 0) < tab.app.clock.now()),
    )
    const act = queued()
    if (act?.refusal) return 'refused'
    if (act) return 'queued'
    const isRefused = stop.getSnapshot().matches('refused')
    if (isRefused) {
      stop.send({ type: 'act.drop' })
      people.watch(orderId)
    }
    return isRefused ? 'refused' : 'done'
  }

  #queued(): readonly QueuedAct[] {
    return this.#tab ? selectQueuedActs(this.#tab.app.outbox.getSnapshot()) : []
  }

  #kill(tab: CrewTab): void {
    if (tab.isUnsaved(outboxKey)) return
    tab.log('is killed by the device')
    tab.load()
  }

  /** Opens the app, signs in, starts a shift and reads the list, where that isn't done. Null without a network for it. */
  async #openApp(): Promise<CrewTab | null> {
    const tab = this.#tab ?? this.#newTab()
    tab.wake()
    const isMember = () => selectMember(tab.app.auth.getSnapshot()) !== null
    if (!isMember()) {
      void enterAsDemoEmployee(tab.app, this.#id)
      if (!(await this.#waitFor(isMember))) return null
    }
    if (!this.#isOnShift && !(await this.#startShift(tab))) return null
    if (this.device.line.isOnline && this.#world.time.now - this.#listTime > 10 * minute) {
      this.#listTime = this.#world.time.now
      const list = createOpenOrders(tab.app)
      list.start()
      await this.#waitFor(() => !list.getSnapshot().hasTag('busy'))
      list.stop()
    }
    // The list's answer may have ended the session.
    return tab.isOpen && isMember() ? tab : null
  }

  #newTab(): CrewTab {
    const { crewActs } = this.#world.servers
    const tab = new CrewTab(this.device, ({ outbox }) => {
      outbox.on('act.refused', ({ act }) => {
        // The stop discards an act whose employee waits for the answer, and shows the reason.
        this.#world.time.after(0, this.#id, () => {
          if (!this.#queued().some(({ key }) => key === act.key)) crewActs.setEnd(act.key, 'seen')
        })
      })
    })
    this.#tab = tab
    tab.load()
    return tab
  }

  async #startShift(tab: CrewTab): Promise<boolean> {
    const shift = createShift(tab.app)
    tab.show({ name: 'shift', actor: shift, stop: () => shift.stop() })
    shift.start()
    const hasShift = () => selectShift(shift.getSnapshot()) !== null
    await this.#waitFor(() => {
      if (shift.getSnapshot().can({ type: 'shift.start' }) && !selectIsShiftBusy(shift.getSnapshot()))
        shift.send({ type: 'shift.start' })
      return hasShift()
    })
    this.#isOnShift = hasShift()
    return this.#isOnShift
  }

  #meetTroubles(): void {
    const { faults, options, time } = this.#world
    const { device } = this
    if (faults.isCalm) return
    if (faults.strikes('crew storage full') && !device.isFull) {
      device.isFull = true
      time.after(this.#chance.between(1, 60) * minute, this.#id, () => {
        device.isFull = false
      })
    }
    const losesNetwork = options.isCrewOffline ? this.#chance.bool(0.9) : faults.strikes('crew offline')
    if (!losesNetwork || !device.line.isOnline) return
    const minutes = options.isCrewOffline ? this.#chance.between(120, 600) : this.#chance.between(2, 180)
    time.after(this.#chance.between(0, 20) * second, this.#id, () => {
      if (!faults.isCalm) device.setOnline(false)
    })
    time.after(minutes * minute, this.#id, () => device.setOnline(true))
  }

  /** Closes the app a moment later, or keeps it while acts wait. */
  #tidyLater(): void {
    if (this.#isTidying || !this.#tab) return
    this.#isTidying = true
    const { isOnline } = this.device.line
    const seconds = isOnline ? this.#chance.between(20, 90) : this.#chance.between(10, 40) * 60
    this.#world.time.after(seconds * second, this.#id, async () => {
      this.#isTidying = false
      if (this.#tab) await this.#takeTurn(async () => this.#tidy())
    })
  }

  #tidy(): void {
    const tab = this.#tab
    const { faults } = this.#world
    if (!tab) return
    tab.wake()
    const acts = this.#queued()
    for (const act of acts) if (act.refusal) this.#settle(tab, act)
    if (acts.length > 0 || tab.isUnsaved(outboxKey)) {
      if (faults.strikes('crew killed')) this.#kill(tab)
      // In a pocket, apps are suspended.
      if (!this.device.line.isOnline) tab.sleep()
    } else {
      tab.close()
      this.#tab = null
    }
  }

  /** Decides about a refused act. */
  #settle(tab: CrewTab, { key, orderId }: QueuedAct): void {
    const { faults, people, servers } = this.#world
    const type = faults.isCalm
      ? 'act.discard'
      : this.#chance.pick(['act.discard', 'act.retry', 'act.correct'] as const)
    if (!tab.app.outbox.getSnapshot().can({ type, key })) return
    tab.log(`${type} ${orderId}`)
    tab.app.outbox.send({ type, key })
    if (type !== 'act.retry') servers.crewActs.setEnd(key, 'seen')
    people.watch(orderId)
  }
}
