import { randomBytes } from 'node:crypto'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf, queryString } from '@handsfree/core/api'
import {
  type Account,
  type CallResult,
  type CallShape,
  type Locale,
  sendVerificationCode,
  signIn,
} from '@handsfree/core/contract'
import type { FastifyInstance } from 'fastify'
import { buildServer, type ServerOptions } from '../../server/api/app.ts'
import { createProviders } from '../../server/domain/payments/providers.ts'
import { createCallers } from '../../server/domain/users/callers.ts'
import { seedDemoWorld } from '../../server/flows/seed-demo.ts'
import { systemClock } from '../../server/runtime/clock.ts'
import { type OpenDatabase, openDatabase, openPglite } from '../../server/runtime/db/database.ts'
import { createDiskStore } from '../../server/runtime/files/disk-store.ts'
import { createRequestLimits } from '../../server/runtime/http/request-limits.ts'
import { deriveKeys } from '../../server/runtime/keys.ts'
import { smtpMail } from '../../server/runtime/mail/smtp.ts'
import { loadPushKeys } from '../../server/runtime/push/load-push-keys.ts'
import { type PushRequest, sendPush } from '../../server/runtime/push/push-request.ts'
import { createPush } from '../../server/runtime/push/web-push.ts'
import { systemRandom } from '../../server/runtime/random.ts'
import { openRealtime } from '../../server/runtime/realtime/realtime.ts'
import type { Realtime, Services } from '../../server/runtime/services.ts'
import { publicOrigin } from '../../server/runtime/settings/public-origin.ts'
import { readSettings, type Settings } from '../../server/runtime/settings/settings.ts'
import { gatewaySms } from '../../server/runtime/sms/sms.ts'
import type { SmsSettings } from '../../server/runtime/sms/sms-settings.ts'
import { createDatabase } from './postgres-database.ts'
import { testDatabases } from './test-databases.ts'

/** A sent hint; `disconnect` ends an account's connections. */
export type Hint = { kind: 'unread' | 'order' | 'disconnect'; uin: string; orderId?: string }

export type SentCode = { dialCode: string; phoneNumber: string; code: string; locale: Locale }

export type SentText = { dialCode: string; phoneNumber: string; text: string }

type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
  token?: string
  locale?: Locale
  /** A new key by default if the call needs one; none if empty. */
  idempotencyKey?: string
  headers?: Record<string, string>
  ip?: string
}

/** Status and envelope of a response. For a refusal, `result` holds its details. */
export type CallReply<Shape extends CallShape> = {
  status: number
  code: number
  message: string
  result: CallResult<Shape>
}

export type TestServer = {
  app: FastifyInstance
  services: Services
  /** The port, if the server listens. */
  port: number
  /** Codes sent by SMS, oldest first. */
  codes: SentCode[]
  /** Other text messages, oldest first. */
  texts: SentText[]
  /** Push messages to the browsers' push services, oldest first. Those to a test host are sent. */
  pushes: PushRequest[]
  hints: Hint[]
  /** Ids of employees who got a hint; `end` before the id if its connections were closed. */
  employeeHints: string[]
  /** `advance` moves time; `set` changes only the time of day, like an operator or NTP. */
  clock: { set(time: string | Date): void; advance(milliseconds: number): void }
  call<Shape extends CallShape>(shape: Shape, given?: CallOptions): Promise<CallReply<Shape>>
  /** Signs in a new traveller, or the one with this number. */
  signIn(phoneNumber?: string, locale?: Locale): Promise<Account>
  close(): Promise<void>
}

export const testReportKey = 'secret-of-delivery-reports'

/** Receives delivery reports; texts and codes are captured before they reach it. */
const testGateway: SmsSettings = {
  gateway: 'http',
  url: 'https://sms.example/send',
  token: 'token of the gateway',
  sender: 'Handsfree',
  signature: null,
  templates: {},
  reportSecret: testReportKey,
}

export const testSecret = 'a secret of the tests alone, 32 characters and more'

/** 128 random bits, as an `Idempotency-Key`. */
export const newKey = (): string => randomBytes(16).toString('hex')

let lastPhone = 13_800_000_000
/** A Chinese mobile number that is unique in the test file. */
export const newPhone = (): string => String(++lastPhone)

let lastIp = 0
/** An IP address that is unique in the test file. */
export const newIp = (): string => {
  lastIp++
  return `10.${lastIp >> 16}.${(lastIp >> 8) & 255}.${lastIp & 255}`
}

/** A database with our tables: PGlite in memory, or a new one in the run's PostgreSQL, by Vitest project. */
async function emptyDatabase(dataFolder: string): Promise<OpenDatabase & { url: string | null }> {
  if (!testDatabases.postgresUrl) {
    const template = testDatabases.pgliteTemplate
    return { ...(await openPglite(null, template ? await openAsBlob(template) : undefined)), url: null }
  }
  const url = await createDatabase(testDatabases.postgresUrl, testDatabases.postgresTemplate)
  return { ...(await openDatabase({ databaseUrl: url, dataFolder })), url }
}

const capturedRealtime = (hints: Hint[], employeeHints: string[]): Realtime => ({
  unreadChanged: (uin) => hints.push({ kind: 'unread', uin }),
  orderChanged: (uin, orderId) => hints.push({ kind: 'order', uin, orderId }),
  disconnect: (uin) => hints.push({ kind: 'disconnect', uin }),
  employeeHint: (employeeId) => employeeHints.push(employeeId),
  operatorsHint() {},
  disconnectEmployee: (employeeId) => employeeHints.push(`end ${employeeId}`),
  check: async () => {},
})

/**
 * Builds a server with its own database and folder, the demo world, a clock that only tests move, and captured
 * messages. If it `listens`, it has a port and sends real MQTT hints instead of capturing them.
 */
export async function startServer(
  overrides: Partial<Settings> = {},
  {
    listens = false,
    database,
    ...options
  }: ServerOptions & {
    listens?: boolean
    /** Replaces the server's own database; closed with the server. */
    database?: OpenDatabase & Pick<Settings, 'databaseUrl' | 'postgres'>
  } = {},
): Promise<TestServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'handsfree-test-'))
  const own = database ?? (await emptyDatabase(dataFolder))
  const { db, close } = own
  await seedDemoWorld(db, systemRandom)
  const settings = {
    ...readSettings({ HANDSFREE_DATA: dataFolder, HANDSFREE_AUTOPILOT: 'off' }),
    databaseUrl: 'url' in own ? own.url : own.databaseUrl,
    ...(database ? { postgres: database.postgres } : {}),
    // Most tests have one operator.
    refundLimits: {},
    ...overrides,
  }
  let time = new Date('2026-11-21T02:00:00.000Z')
  let elapsedMs = 1
  const codes: SentCode[] = []
  const texts: SentText[] = []
  const pushes: PushRequest[] = []
  const hints: Hint[] = []
  const employeeHints: string[] = []
  const keys = deriveKeys(testSecret)
  const now = () => new Date(time)
  const clock = { ...systemClock, elapsedMs: () => elapsedMs }
  const fromOutside = { now, clock, random: systemRandom }
  const pushKeys = loadPushKeys(settings, systemRandom)
  const requestLimits = createRequestLimits({ settings, clock })
  const callers = createCallers({ db, settings, now })
  const realtime = listens
    ? await openRealtime({
        ...fromOutside,
        clock: systemClock,
        settings,
        callers,
        keys,
        requestLimits,
        warn() {},
      })
    : null
  const services: Services = {
    settings,
    keys,
    db,
    ...fromOutside,
    callers,
    requestLimits,
    realtime: realtime ?? capturedRealtime(hints, employeeHints),
    sms: {
      sendVerificationCode: async (phone, code, { locale }) => {
        codes.push({ ...phone, code, locale })
        return null
      },
      sendText: async (phone, { text }) => {
        texts.push({ ...phone, text })
        return null
      },
      reports: gatewaySms(testGateway, { ...settings, origin: publicOrigin(settings) }, fromOutside).reports,
    },
    mail: settings.smtp && smtpMail(settings.smtp),
    push:
      pushKeys &&
      createPush(
        pushKeys,
        { testHost: settings.pushTestHost, now },
        settings.pushTestHost === null
          ? async (push) => {
              pushes.push(push)
              return { status: 201, retryAfter: null, text: '' }
            }
          : sendPush,
      ),
    fileStore: createDiskStore(join(dataFolder, 'files'), systemRandom),
    providers: createProviders({ settings, db, keys, ...fromOutside }),
    stopping: new AbortController().signal,
  }
  const app = await buildServer(services, options)
  realtime?.attach(app.server)
  if (listens) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()

  const call: TestServer['call'] = async (shape, given = {}) => {
    const { idempotencyKey = shape.idempotent ? newKey() : '' } = given
    const response = await app.inject({
      method: shape.method,
      url: `/api${pathOf(shape, given.params)}${queryString(given.query)}`,
      headers: {
        'accept-language': given.locale ?? 'en-US',
        ...(given.token ? { token: `Bearer ${given.token}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...given.headers,
      },
      ...(given.ip ? { remoteAddress: given.ip } : {}),
      ...(shape.method === 'POST' ? { payload: given.body ?? {} } : {}),
    })
    return { status: response.statusCode, ...response.json() }
  }

  return {
    app,
    services,
    port: typeof address === 'object' && address ? address.port : 0,
    codes,
    texts,
    pushes,
    hints,
    employeeHints,
    clock: {
      set(to) {
        time = new Date(to)
      },
      advance(milliseconds) {
        time = new Date(time.getTime() + milliseconds)
        elapsedMs += milliseconds
      },
    },
    call,
    async signIn(phoneNumber = newPhone(), locale = 'en-US') {
      const phone = { dialCode: '86', phoneNumber }
      const ip = newIp()
      const sent = await call(sendVerificationCode, { body: phone, locale, ip })
      const { demoCode: code = '', requestId } = sent.result
      const signed = await call(signIn, { body: { ...phone, code, requestId }, locale, ip })
      if (signed.code !== 0) throw new Error(`sign-in refused: ${JSON.stringify(signed)}`)
      return signed.result
    },
    async close() {
      await realtime?.close()
      await app.close()
      await close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
