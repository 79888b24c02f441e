import { pathOf, queryString } from '@handsfree/core/api'
import type { CallShape } from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import { buildServer } from '../server/api/app.ts'
import { createCallers } from '../server/domain/users/callers.ts'
import { serverJobs } from '../server/flows/server-jobs.ts'
import type { Database } from '../server/runtime/db/types.ts'
import { createRequestLimits } from '../server/runtime/http/request-limits.ts'
import type { Job } from '../server/runtime/jobs/jobs.ts'
import { deriveKeys } from '../server/runtime/keys.ts'
import type { FileStore, Services } from '../server/runtime/services.ts'
import { readSettings } from '../server/runtime/settings/settings.ts'
import { CrewActs } from './crew-acts.ts'
import { openStore } from './database.ts'
import { Owners } from './owners.ts'
import { QueryCache } from './query-cache.ts'
import { randomOf } from './seeded-random.ts'
import type { Store } from './store.ts'
import { Submissions } from './submissions.ts'
import { hour, minute, second } from './time.ts'
import { type Slowness, Turns, type Worker } from './turns.ts'
import type { Answer, CallArguments, Request, World } from './world.types.ts'

const noAnswer: Answer = { status: 0, headers: {}, body: '' }

type Server = Worker & {
  name: string
  app: FastifyInstance
  services: Services
  jobs: Job[]
  isAlive: boolean
  /** Remaining statements until the server dies; null if it doesn't. */
  statements: number | null
  writes: number
  turn: Promise<unknown>
}

class Killed extends Error {}

/** Calls that never create work for jobs. */
const callsWithoutJobs = /^\/api\/(oss|users|user-devices|verification-codes|files|notification)\b/

/** Money tables. Writes may change what is due. */
export const moneyTables = ['orders', 'payments', 'payment_sessions', 'refunds']

/** Job intervals in milliseconds while nothing is due; longer than in production. */
const idleIntervals: Record<string, number> = {
  payments: 6 * hour,
  'unpaid orders': 20 * minute,
  'unanswered asks': 20 * minute,
  changes: 20 * minute,
  'missed pickups': 20 * minute,
  'late deliveries': 20 * minute,
  'claim clocks': 2 * hour,
  'waiting bags': 2 * hour,
  'uncollected bags': 2 * hour,
  'handed orders': 12 * hour,
  'prepared orders': 12 * hour,
  'text messages': 60 * minute,
  'prepared texts': 6 * hour,
  'push messages': 60 * minute,
  sweep: 12 * hour,
  removals: 6 * hour,
}

/** First due time, for jobs that only claim due rows. */
const dueTimes: Record<string, string> = {
  payments: `select least((select min(check_time) from payment_sessions), (select min(try_time) from refunds)) as time`,
  'text messages': 'select min(try_time) as time from sms_notices',
}

/** Runs one in this many jobs without due rows, to detect jobs that also do other work. */
const vainRunsPlayed = 20

/** Jobs whose work the simulator does itself. */
const excludedJobs = ['sandbox bank']

/** Throws on a job without an interval here, which would never run. */
const selectJobs = (jobs: Job[]): Job[] => {
  const ours = jobs.filter(({ name }) => !excludedJobs.includes(name))
  const unknown = ours.filter(({ name }) => !(name in idleIntervals))
  if (unknown.length > 0)
    throw new Error(
      `simulator/servers.ts has no due time for the jobs ${unknown.map(({ name }) => name).join(', ')}`,
    )
  return ours
}

/** Whether all causes of an error are injected faults. */
const isExpected = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.every(isExpected)
  if (!(error instanceof Error)) return false
  return (
    /doesn’t respond|the database rejects the query|Killed|another amount/.test(error.message) ||
    (error.cause !== undefined && isExpected(error.cause))
  )
}

const flattenError = (error: unknown): unknown =>
  error instanceof AggregateError
    ? new Error(error.errors.map((one) => String(flattenError(one))).join('; '))
    : error

const keys = deriveKeys('a secret of simulated worlds, 32 characters and more')

/** The servers on one database. Each does one thing at a time. While one waits for a slow database, others continue. */
export class Servers {
  readonly settings
  readonly photos = new Map<string, Buffer>()
  readonly submissions = new Submissions()
  readonly owners = new Owners()
  readonly crewActs = new CrewActs()
  /** Number of running operations; time only advances at 0. */
  busy = 0
  store!: Store
  queryCache!: QueryCache
  readonly #world: World
  readonly #chance
  readonly #slowness
  readonly #servers: Server[] = []
  /** Includes killed ones, whose timers reference the whole world. */
  readonly #apps: FastifyInstance[] = []
  readonly #turns: Turns
  #refusesUntil = 0
  #serverCount = 0
  /** Runs of jobs without due rows. */
  #vainRuns = 0

  constructor(world: World) {
    this.#world = world
    // Renaming the stream would change the run of every seed.
    this.#chance = world.chance.fork('house')
    this.#slowness = this.#chance.fork('slowness')
    this.#turns = new Turns(world.time, (change) => {
      this.busy += change
    })
    this.settings = readSettings({
      HANDSFREE_DATA: '/nowhere',
      HANDSFREE_AUTOPILOT: 'off',
      // Its operators act alone.
      REFUND_LIMITS: 'none',
    })
  }

  get keys() {
    return keys
  }

  async open(servers: number): Promise<void> {
    const store = await openStore(this.#world.options.postgresUrl)
    // Counts as busy, so that time doesn't advance during a query.
    const query: Store['query'] = async (text, values) => {
      this.busy++
      try {
        return await store.query(text, values)
      } finally {
        this.busy--
      }
    }
    await store.query('update sites set time_zone = $1 where time_zone <> $1', [this.#world.options.zone])
    // Seeded rows survive between worlds.
    await store.query('update employees set last_act_time = null where last_act_time is not null', [])
    this.store = { connect: store.connect, truth: store.truth, query }
    this.queryCache = new QueryCache(this.store)
    for (let count = 0; count < servers; count++) this.#servers.push(await this.#build())
    for (const { name } of this.#servers[0]!.jobs) this.#schedule(name, idleIntervals[name] ?? hour)
  }

  async close(): Promise<void> {
    for (const app of this.#apps) await app.close()
  }

  answer(request: Request): Promise<Answer> {
    return this.#work(async (server) => {
      if (!server) return noAnswer
      const response = await server.app.inject({
        method: request.method,
        url: request.path,
        headers: request.headers,
        remoteAddress: request.ip,
        ...(request.body === undefined ? {} : { payload: request.body }),
      })
      if (request.method === 'POST' && !callsWithoutJobs.test(request.path)) this.hurry()
      if (this.submissions.recordRequest(request)) this.#world.isMoved = true
      this.crewActs.recordAnswer(request.headers['idempotency-key'], response.payload)
      if (!server.isAlive) return noAnswer
      return {
        status: response.statusCode,
        headers: { date: String(response.headers.date ?? '') },
        body: response.payload,
      }
    })
  }

  /** An API call without the app, for example by a courier. */
  async call(
    shape: CallShape,
    { params, query, body, token }: CallArguments,
  ): Promise<{ code: number; result: unknown }> {
    const { status, body: text } = await this.answer({
      method: shape.method,
      path: `/api${pathOf(shape, params)}${queryString(query)}`,
      headers: {
        'accept-language': 'zh-CN',
        token: `Bearer ${token}`,
        ...(shape.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(shape.idempotent ? { 'idempotency-key': this.#chance.bytes(16).toString('hex') } : {}),
      },
      ...(shape.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      ip: '10.0.0.2',
    })
    if (status === 0) return { code: -1, result: null }
    this.#world.checkEnvelope(shape.path, status, text)
    return JSON.parse(text) as { code: number; result: unknown }
  }

  /** Jobs are already scheduled, because rows may be due. */
  #isHurried = false
  #isOpen = false
  #idleRuns = 0
  hurry(): void {
    this.#isOpen = true
    if (this.#isHurried) return
    this.#isHurried = true
    this.#world.time.after(this.#chance.between(1, 20) * second, 'jobs', () => {
      this.#isHurried = false
      void this.#runPayments()
      void this.runJob('text messages')
    })
  }

  #cancelPayments = () => {}
  /** Runs the payments job, and again when the next row is due. In production it runs every few seconds. */
  async #runPayments(): Promise<void> {
    await this.runJob('payments')
    const due = await this.#dueTime('payments')
    this.#cancelPayments()
    if (due === null) return
    const wait = due - this.#world.time.now
    this.#cancelPayments = this.#world.time.after(
      wait > 0 ? wait + this.#chance.between(1, 20) * second : 10 * minute,
      'jobs',
      () => void this.#runPayments(),
    )
  }

  runJob(name: string): Promise<void> {
    return this.#work(async (server) => {
      const job = server?.jobs.find((one) => one.name === name)
      if (!server || !job) return
      const isInVain = await this.#wouldRunInVain(server, name)
      if (isInVain && ++this.#vainRuns % vainRunsPlayed !== 0) return
      const { writes } = server
      try {
        await job.run()
        if (isInVain && server.writes !== writes)
          this.#world.defect(`the job ${name} acted before its time`, dueTimes[name])
      } catch (error) {
        if (server.isAlive && this.#refusesUntil <= this.#world.time.now && !isExpected(error))
          this.#world.defect(`the job ${name} failed`, flattenError(error))
      }
    })
  }

  /** Next due time of a job in milliseconds since 1970, or null. */
  async #dueTime(name: string): Promise<number | null> {
    const [first] = await this.queryCache.query<{ time: Date | null }>(dueTimes[name]!)
    return first?.time ? new Date(first.time).getTime() : null
  }

  /** Whether a run would claim no rows, and its statements affect no kill or slow task. */
  async #wouldRunInVain(server: Server, name: string): Promise<boolean> {
    if (!(name in dueTimes) || server.statements !== null || server.task) return false
    const due = await this.#dueTime(name)
    return due === null || due > this.#world.time.now
  }

  refuse(milliseconds: number): void {
    this.#refusesUntil = this.#world.time.now + milliseconds
  }

  /** A server dies at one of its next statements; a new one starts later. */
  kill(): void {
    const server = this.#servers.find(({ isAlive, statements }) => isAlive && statements === null)
    if (server) server.statements = this.#chance.below(12)
  }

  calm(): void {
    this.#refusesUntil = 0
    for (const server of this.#servers) server.statements = null
  }

  /** Runs work on a server after its current work. Passes null if all servers are dead, or if it died first. */
  #work<Result>(work: (server: Server | null) => Promise<Result>): Promise<Result> {
    const server = this.#choose()
    const slowness = this.#drawSlowness()
    const slow = server && slowness ? { worker: server, slowness } : undefined
    const begin = () => this.#turns.run(() => work(server?.isAlive ? server : null), slow)
    if (!server) return begin()
    const run = server.turn.then(begin)
    server.turn = run.catch(() => {})
    return run
  }

  /** Like network latency, like the time until a second tap, or longer than any timeout. */
  #drawSlowness(): Slowness | null {
    const chance = this.#slowness
    if (!this.#world.faults.strikes('database slow')) return null
    const [least, most] = chance.pick([
      [5, 500],
      [500, 8_000],
      [8_000, 90_000],
    ] as const)
    return { statement: chance.below(10), milliseconds: chance.between(least, most) }
  }

  #choose(): Server | null {
    const alive = this.#servers.filter(({ isAlive }) => isAlive)
    return alive.length === 0 ? null : this.#chance.pick(alive)
  }

  #die(server: Server): void {
    server.isAlive = false
    this.#world.story.log(server.name, 'is killed')
    this.#world.time.after(this.#chance.between(1, 60) * second, 'restart', () => {
      void this.#turns.run(async () => {
        const next = await this.#build()
        this.#servers.splice(this.#servers.indexOf(server), 1, next)
        this.#world.story.log(next.name, 'starts')
      })
    })
  }

  async #build(): Promise<Server> {
    const world = this.#world
    const { time, bank, broker } = world
    const server: Partial<Server> = {
      name: `server ${++this.#serverCount}`,
      isAlive: true,
      statements: null,
      writes: 0,
      turn: Promise.resolve(),
    }
    const db: Database = this.store.connect({
      reach: () => this.#turns.reachStatement(server),
      pass: () => {
        const liveServer = server as Server
        if (!liveServer.isAlive) throw new Killed('Killed')
        if (this.#refusesUntil > time.now) throw new Error('the database rejects the query')
        if (liveServer.statements === null) return
        if (liveServer.statements-- > 0) return
        liveServer.statements = null
        this.#die(liveServer)
        throw new Killed('Killed')
      },
      onWrite: (table, columns) => {
        ;(server as Server).writes++
        world.writtenTables.add(table)
        this.queryCache.invalidate(table, columns)
        if (moneyTables.includes(table)) this.hurry()
      },
    })
    const provider = bank.provider()
    const fileStore: FileStore = {
      write: async (key, content) => void this.photos.set(key, content),
      read: async (key) => this.photos.get(key) ?? null,
      remove: async (key) => void this.photos.delete(key),
    }
    const whileAlive =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (server.isAlive) run(...args)
      }
    const now = () => new Date(time.now)
    const services: Services = {
      settings: this.settings,
      keys,
      db,
      now,
      clock: time.clock(),
      random: randomOf(world.chance.fork(`server ${this.#serverCount}`)),
      callers: createCallers({ db, settings: this.settings, now }),
      requestLimits: createRequestLimits({ settings: this.settings, clock: time.clock() }),
      realtime: {
        unreadChanged: whileAlive((uin: string) => broker.publish(uin, { code: 0 })),
        orderChanged: whileAlive((uin: string, orderId: string) => {
          broker.publish(uin, { code: 1, orderId })
          world.people.watch(orderId)
        }),
        disconnect: whileAlive((uin: string) => broker.closeDead(uin)),
        employeeHint() {},
        operatorsHint() {},
        disconnectEmployee() {},
        check: async () => {},
      },
      sms: {
        sendVerificationCode: async (phone, code) => {
          world.phones.deliver(phone.phoneNumber, code)
          return null
        },
        sendText: async () => {
          if (world.faults.strikes('sms down')) throw new Error('the gateway doesn’t respond')
          return null
        },
        reports: null,
      },
      mail: null,
      push: null,
      fileStore,
      providers: { current: provider, byName: (name) => (name === provider.name ? provider : null) },
      stopping: new AbortController().signal,
    }
    const app = await buildServer(services, { webFolder: '/nowhere' })
    this.#apps.push(app)
    return Object.assign(server, {
      app,
      services,
      jobs: selectJobs(serverJobs(app, services)),
    }) as Server
  }

  /** Skips jobs if nothing is open. Checks that with every tenth job, because only calls can open something. */
  async #runIdle(name: string): Promise<void> {
    this.busy++
    this.#idleRuns++
    if (this.#isOpen && this.#idleRuns % 10 === 0) {
      const open = await this.store.query(`select 1 from orders where closing = 'open'
        union all select 1 from refunds where done_time is null
        union all select 1 from claims where due_time is not null or complaint_due_time is not null limit 1`)
      this.#isOpen = open.length > 0
    }
    if (this.#isOpen) {
      void this.runJob(name)
      if (this.#world.faults.strikes('job twice')) void this.runJob(name)
    }
    this.busy--
  }

  #schedule(name: string, every: number): void {
    this.#world.time.after(Math.round(every * (0.5 + this.#chance.next())), 'jobs', () => {
      void this.#runIdle(name)
      this.#schedule(name, every)
    })
  }
}
