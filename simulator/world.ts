import { policy } from '@handsfree/core/policy'
import type { InspectionEvent } from 'xstate'
import { accountInvariants } from './account-invariants.ts'
import { Bank } from './bank.ts'
import { bookInvariants } from './book-invariants.ts'
import { Broker } from './broker.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { CrewCounts } from './crew-acts.ts'
import { countCrewActs, crewInvariants } from './crew-invariants.ts'
import { crewIds } from './employee.ts'
import { type Fault, Faults } from './faults.ts'
import { invariants as basicInvariants, envelopeFault, type Invariant } from './invariants.ts'
import { limitInvariants } from './limit-invariants.ts'
import { listInvariants } from './list-invariants.ts'
import { moneyInvariants } from './money-invariants.ts'
import { orderInvariants } from './order-invariants.ts'
import { ownerInvariants } from './owner-invariants.ts'
import { pageInvariants } from './page-invariants.ts'
import { People } from './people.ts'
import { Phones } from './phones.ts'
import { priceInvariants } from './price-invariants.ts'
import { type PromiseName, promises } from './promises.ts'
import { screenInvariants } from './screen-invariants.ts'
import { moneyTables, Servers } from './servers.ts'
import { runFinalPhase } from './settle.ts'
import { Story } from './story.ts'
import { submissionInvariants } from './submission-invariants.ts'
import { day, hour, minute, second, Time } from './time.ts'
import { Traveller } from './traveller.ts'
import type { Options, World } from './world.types.ts'

export type Broken = { invariant: string; sentence: string; details: string; step: number; time: number }

/** An invariant with its number of checks; null for promises that are checked where they can break. */
export type PromiseResult = { name: string; sentence: string; checks: number | null }

export type Outcome = {
  broken: Broken | null
  digest: string
  steps: number
  orders: number
  handed: number
  story: Story
  strikeCounts: [Fault, number][]
  crewCounts: CrewCounts
  promiseResults: PromiseResult[]
}

const invariants: Record<string, Invariant> = {
  ...basicInvariants,
  ...orderInvariants,
  ...moneyInvariants,
  ...bookInvariants,
  ...priceInvariants,
  ...limitInvariants,
  ...screenInvariants,
  ...listInvariants,
  ...pageInvariants,
  ...submissionInvariants,
  ...accountInvariants,
  ...ownerInvariants,
  ...crewInvariants,
}

/** Tables whose writes trigger all money checks. */
const checkedTables = [...moneyTables, 'notifications', 'claims']
/** Steps between full database checks. */
const oftenSteps = 400
const waitingRefunds = `select refund_id from refunds where done_time is null and state <> 'needsOperator'`
const stormMs = 2 * day
/** Restless travellers postpone a pickup by a day at a time, up to the booking limit. */
const calmMs = (policy.pickupDaysAhead + 2) * day

const waitUntil = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    let calm = 0
    const poll = () => {
      calm = condition() ? calm + 1 : 0
      if (calm > 2) resolve()
      else setImmediate(poll)
    }
    setImmediate(poll)
  })

export class SimulatedWorld implements World {
  readonly options: Options
  readonly chance: Chance
  readonly time: Time
  readonly story = new Story()
  readonly faults: Faults
  readonly bank: Bank
  readonly broker: Broker
  readonly phones: Phones
  readonly people: People
  readonly crewIds = crewIds
  readonly servers: Servers
  readonly travellers: Traveller[]
  readonly touchedDevices = new Set<string>()
  readonly waiting = new Set<string>()
  readonly violationStarts = new Map<string, Map<string, number>>()
  isMoved = false
  readonly writtenTables = new Set<string>()
  #broken: Broken | null = null
  readonly #checkCounts = new Map<string, number>()

  constructor(options: Options) {
    this.options = options
    this.time = new Time(options.start)
    this.chance = chanceOf(`seed ${options.seed}`)
    this.faults = new Faults(this.chance.fork('faults'), options.faults)
    this.bank = new Bank(this)
    this.broker = new Broker(this)
    this.phones = new Phones(this)
    this.people = new People(this)
    this.people.areUnruly = options.isStormy
    this.servers = new Servers(this)
    this.travellers = Array.from({ length: options.trips }, (_, index) => new Traveller(this, index + 1))
  }

  async run(): Promise<Outcome> {
    const onRejection = (error: unknown) => this.defect('unhandled promise rejection', error)
    process.on('unhandledRejection', onRejection)
    await this.servers.open(this.options.servers)
    try {
      for (const [index, traveller] of this.travellers.entries())
        if (!this.options.without.includes(index + 1)) traveller.start()
      this.#storm()
      await this.#play(this.time.now + stormMs, () => this.travellers.every(({ isGone }) => isGone))
      if (!this.#broken) await this.#becomeCalm()
      return await this.#outcome()
    } finally {
      for (const { device } of [...this.travellers, ...this.people.crew])
        for (const tab of [...device.tabs]) tab.close()
      await this.servers.close()
      process.off('unhandledRejection', onRejection)
    }
  }

  defect(what: string, error: unknown): void {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.fail('noDefect', `${what}: ${details}`)
  }

  checkEnvelope(what: string, status: number, body: string): void {
    if (status === 0) return
    const fault = envelopeFault(status, body)
    if (fault) this.fail('codesOfTheTable', `${what}: ${fault}`)
  }

  fail(promise: PromiseName, details: string): void {
    this.#break(promise, promises[promise], details)
  }

  #break(invariant: string, sentence: string, details: string): void {
    this.#broken ??= { invariant, sentence, details, step: this.story.step, time: this.time.now }
  }

  watch(who: string, log: (what: string) => void): (event: InspectionEvent) => void {
    const lastStates = new Map<string, string>()
    const values = new Map<string, unknown>()
    return (event) => {
      this.touchedDevices.add(who)
      if (event.type !== '@xstate.snapshot') return
      const snapshot = event.snapshot as { status: string; error?: unknown; value?: unknown }
      const actor = event.actorRef as unknown as { id: string; sessionId: string; logic?: { id?: string } }
      const name = actor.logic?.id ?? actor.id
      if (snapshot.status === 'error' && snapshot.value !== undefined)
        this.defect(`${who}: the machine ${name} failed`, snapshot.error)
      if (snapshot.value === undefined || values.get(actor.sessionId) === snapshot.value) return
      values.set(actor.sessionId, snapshot.value)
      const text = JSON.stringify(snapshot.value)
      if (lastStates.get(actor.sessionId) === text) return
      lastStates.set(actor.sessionId, text)
      log(`${name} → ${text.replaceAll('"', '')}`)
    }
  }

  #storm(): void {
    const { faults, servers, time, chance } = this
    const troubles = chance.fork('troubles')
    const turn = () => {
      if (faults.isCalm) return
      if (faults.strikes('kill')) {
        servers.kill()
        this.#disturb()
      }
      if (faults.strikes('database refuses')) {
        this.#disturb()
        this.story.log('database', 'refuses')
        servers.refuse(troubles.between(5, 120) * second)
      }
      if (faults.strikes('clock jumps')) {
        time.now += troubles.between(1, 90) * minute
        this.#disturb()
      }
      time.after(troubles.between(2, 20) * minute, 'storm', turn)
    }
    turn()
  }

  /** Restarts the durations of problems, because something affects everyone. */
  #disturb(): void {
    this.violationStarts.clear()
    this.#touchAll()
  }

  #touchAll(): void {
    for (const { name } of this.travellers) this.touchedDevices.add(name)
  }

  /** Runs all steps up to a time. After each, checks the invariants of touched devices. */
  async #play(end: number, isOver = () => false): Promise<void> {
    const all = Object.entries(invariants)
    const checks = {
      look: all.filter(([, { when }]) => when !== 'end'),
      always: all.filter(([, { when }]) => when === 'always'),
    }
    /** Views limited to travellers touched by a step, and additionally those with lasting problems. */
    const [view, lastingView] = [this.#viewOf(), this.#viewOf()]
    const { story, time, servers, options, travellers, touchedDevices, waiting, writtenTables } = this
    this.#touchAll()
    while (!this.#broken && story.step < options.until) {
      if (isOver()) return
      const run = time.next(end)
      if (!run) return
      story.step++
      story.time = time.now
      run()
      await waitUntil(() => servers.busy === 0)
      const isFull = story.step % oftenSteps === 0
      if (isFull) servers.queryCache.clear()
      const isLook = this.isMoved || isFull || checkedTables.some((table) => writtenTables.has(table))
      this.isMoved = false
      writtenTables.clear()
      view.travellers = travellers.filter(({ name }) => touchedDevices.has(name))
      lastingView.travellers = travellers.filter(({ name }) => touchedDevices.has(name) || waiting.has(name))
      touchedDevices.clear()
      waiting.clear()
      const isHeard = lastingView.travellers.length > 0 || this.broker.hints.length > 0
      for (const [name, invariant] of isLook ? checks.look : isHeard ? checks.always : []) {
        const looking = this.#check(name, invariant, isLook ? this : invariant.lasts ? lastingView : view)
        if (looking) await looking
      }
    }
    // Advance the clock, even if the run has ended.
    time.now = Math.max(time.now, end)
  }

  #viewOf(): World & { travellers: readonly Traveller[] } {
    return Object.create(this, { travellers: { value: [], writable: true } })
  }

  /** Returns a promise only for asynchronous checks, because most are synchronous. */
  #check(name: string, { sentence, check }: Invariant, world: World = this): Promise<void> | null {
    this.#checkCounts.set(name, (this.#checkCounts.get(name) ?? 0) + 1)
    const judge = ([details]: string[]) => {
      if (details !== undefined) this.#break(name, sentence, details)
    }
    const found = check(world)
    if (!Array.isArray(found)) return found.then(judge)
    judge(found)
    return null
  }

  /** Ends all faults, waits until everything has settled, and runs the final checks. */
  async #becomeCalm(): Promise<void> {
    const { servers, time, story } = this
    story.log('world', 'is calm')
    this.faults.isCalm = true
    this.people.areUnruly = false
    servers.calm()
    this.broker.calm()
    for (const traveller of this.travellers) {
      traveller.isGone = true
      traveller.device.setOnline(true)
    }
    for (const employee of this.people.crew) employee.becomeCalm()
    const end = time.now + calmMs
    for (let left = 1; left > 0 && time.now < end && !this.#broken; ) {
      const open = await servers.store.query<{ order_id: string }>(
        `select order_id from orders where closing = 'open'`,
      )
      for (const { order_id } of open) this.people.watch(order_id)
      await this.#play(time.now + 6 * hour)
      left = open.length
    }
    // Bounced refunds are retried for days.
    const areRefundsWaiting = async () =>
      (await servers.store.query(waitingRefunds)).length > 0 || this.bank.isBusy
    const endRefunds = async () => {
      while (time.now < end && !this.#broken && (await areRefundsWaiting()))
        await this.#play(time.now + 3 * hour)
    }
    await this.#play(time.now + 3 * hour)
    await endRefunds()
    await runFinalPhase(this.travellers, {
      time,
      story,
      fail: (...broken) => this.fail(...broken),
      play: (milliseconds) => this.#play(time.now + milliseconds),
      checkInvariants: (only) => this.#judge(only),
      endRefunds,
      processClaims: () => this.people.processClaims(),
    })
  }

  /** Checks all invariants, or one. False after a violation or at the step limit. */
  async #judge(only?: string): Promise<boolean> {
    if (this.story.step >= this.options.until) return false
    this.servers.queryCache.clear()
    for (const [name, invariant] of Object.entries(invariants)) {
      if (this.#broken) return false
      if (only === undefined || only === name) await this.#check(name, invariant)
    }
    return !this.#broken
  }

  async #outcome(): Promise<Outcome> {
    const [counts] = await this.servers.store.query<{ orders: number; handed: number }>(
      `select count(*)::int as orders, count(*) filter (where warehouse = 'handed')::int as handed from orders`,
    )
    return {
      broken: this.#broken,
      digest: this.story.digest(),
      steps: this.story.step,
      orders: counts?.orders ?? 0,
      handed: counts?.handed ?? 0,
      story: this.story,
      strikeCounts: [...this.faults.strikeCounts],
      crewCounts: await countCrewActs(this),
      promiseResults: [
        ...Object.entries(invariants).map(([name, { sentence }]) => {
          return { name, sentence, checks: this.#checkCounts.get(name) ?? 0 }
        }),
        ...Object.entries(promises).map(([name, sentence]) => ({ name, sentence, checks: null })),
      ],
    }
  }
}
