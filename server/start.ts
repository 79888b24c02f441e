import type { FastifyInstance } from 'fastify'
import { buildServer } from './api/app.ts'
import { checkProviderKey } from './domain/payments/check-provider-key.ts'
import { createProviders } from './domain/payments/providers.ts'
import { fillSearchTexts } from './domain/sites/search-text.ts'
import { createCallers } from './domain/users/callers.ts'
import type { AutopilotOptions } from './flows/autopilot/autopilot.ts'
import { loseMessages } from './flows/autopilot/lose-messages.ts'
import { checkStage } from './flows/check-stage.ts'
import { seedDemoWorld } from './flows/seed-demo.ts'
import { serverJobs } from './flows/server-jobs.ts'
import { systemClock, systemNow, wait } from './runtime/clock.ts'
import { openDataFolder } from './runtime/data-folder.ts'
import { openDatabase } from './runtime/db/database.ts'
import { openFileStore } from './runtime/files/open-store.ts'
import { closeGracefully } from './runtime/http/close-gracefully.ts'
import { describeError } from './runtime/http/describe-error.ts'
import { isBuiltWithKey } from './runtime/http/is-built-with-key.ts'
import { webFolder } from './runtime/http/pages.ts'
import { shareCounts } from './runtime/http/request-counts.ts'
import { createRequestLimits } from './runtime/http/request-limits.ts'
import { publishBuild } from './runtime/http/web-builds.ts'
import { withClockCheck } from './runtime/jobs/clock-check.ts'
import { startJobs } from './runtime/jobs/jobs.ts'
import { deriveKeys } from './runtime/keys.ts'
import { createLog } from './runtime/log.ts'
import { smtpMail } from './runtime/mail/smtp.ts'
import {
  measureJob,
  measureMail,
  measureProviders,
  measurePush,
  measureSms,
  measureStore,
} from './runtime/metrics/measure.ts'
import { subscribe } from './runtime/metrics/measurements.ts'
import { loadPushKeys } from './runtime/push/load-push-keys.ts'
import { createPush } from './runtime/push/web-push.ts'
import { systemRandom } from './runtime/random.ts'
import { openRealtime } from './runtime/realtime/realtime.ts'
import { rehearsalMail } from './runtime/rehearsal.ts'
import { loadSecret } from './runtime/secret.ts'
import type { Services } from './runtime/services.ts'
import { publicOrigin } from './runtime/settings/public-origin.ts'
import type { Settings } from './runtime/settings/settings.ts'
import { warningsOf } from './runtime/settings/settings-checks.ts'
import { consoleSms, gatewaySms, switchedOffSms } from './runtime/sms/sms.ts'
import { StartError } from './runtime/start-error.ts'
import { waitAtMost } from './runtime/wait-at-most.ts'

export type RunningServer = {
  app: FastifyInstance
  port: number
  /**
   * Drains (503 at `/ready/instance`, skipped with `atOnce`), finishes running work, then closes connections and the
   * database. Idempotent.
   */
  stop(options?: { atOnce?: boolean }): Promise<void>
}

/** Timeout in ms for closing the hint bus and the database, either of which may hang. */
const closeTimeoutMs = 3_000

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ port, host: '::' }).catch((error: unknown) => {
      if (!['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(String(errorCode(error)))) throw error
      return app.listen({ port, host: '0.0.0.0' })
    })
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    throw new StartError(`Port ${port} is in use. Stop the other process, or set PORT to another port.`)
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function openServices(
  settings: Settings,
  { stopping, warn }: { stopping: AbortSignal; warn(message: string): void },
) {
  openDataFolder(settings.dataFolder)
  const keys = deriveKeys(loadSecret(settings, systemRandom), settings.previous.secret)
  const { db, close: closeDatabase, pool } = await openDatabase(settings)
  const closers = [closeDatabase]
  const close = async () => {
    for (const end of closers) await end()
  }
  try {
    await checkStage(db, { settings, now: systemNow })
    if (settings.demo) await seedDemoWorld(db, systemRandom)
    await fillSearchTexts(db)
    const storage = await openFileStore(settings, { warn, random: systemRandom })
    closers.unshift(storage.close)
    const timeServices = { now: systemNow, clock: systemClock, random: systemRandom }
    const providers = createProviders({ settings, db, keys, ...timeServices })
    for (const provider of [providers.current, providers.byName('alipay'), providers.byName('wechat_pay')])
      if (provider) await checkProviderKey(provider, warn)
    const requestLimits = createRequestLimits({
      settings,
      ...timeServices,
      takeShared: settings.databaseUrl ? shareCounts(db, keys) : null,
    })
    const callers = createCallers({ db, settings, ...timeServices })
    const realtime = await openRealtime({ settings, callers, keys, ...timeServices, requestLimits, warn })
    const pushKeys = loadPushKeys(settings, systemRandom)
    const mail = settings.smtp && smtpMail(settings.smtp)
    const services: Services = {
      providers: measureProviders(providers),
      settings,
      keys,
      db,
      ...timeServices,
      callers,
      requestLimits,
      realtime: settings.autopilot === 'lost-message' ? loseMessages(realtime) : realtime,
      sms: measureSms(
        settings.sms
          ? gatewaySms(settings.sms, { ...settings, origin: publicOrigin(settings) }, timeServices)
          : settings.sendsTexts
            ? consoleSms(print)
            : switchedOffSms(),
      ),
      mail: mail && measureMail(settings.rehearsal ? rehearsalMail(mail) : mail),
      push:
        pushKeys && measurePush(createPush(pushKeys, { testHost: settings.pushTestHost, ...timeServices })),
      stopping,
      fileStore: measureStore(storage.fileStore),
    }
    return { services, realtime, close, pool }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens all services and listens. Throws `StartError`, `SettingsError` or `FolderInUseError`, each with a message for
 * the operator.
 */
export async function startServer(
  settings: Settings,
  autopilot: AutopilotOptions = {},
): Promise<RunningServer> {
  const log = createLog(settings)
  const warn = (message: string) => log.warn(message)
  for (const line of warningsOf(settings)) warn(line)
  const stopping = new AbortController()
  const { services, realtime, close, pool } = await openServices(settings, {
    stopping: stopping.signal,
    warn,
  })
  const { staticKey, previous } = settings
  if (!isBuiltWithKey(webFolder(), [staticKey, ...(previous.staticKey === null ? [] : [previous.staticKey])]))
    warn(
      'The web app was built with another HANDSFREE_STATIC_KEY. Its requests for broker credentials will fail, so pages won’t update live. Rebuild it with this server’s key.',
    )
  let stopJobs = async () => {}
  let stopOrderLog = () => {}
  let stopMetrics = async () => {}
  let stopTraces = async () => {}
  if (settings.tracesUrl !== null) {
    // Lazy, because OpenTelemetry loads slowly.
    const { startTraces } = await import('./runtime/traces/start-traces.ts')
    stopTraces = startTraces(settings.tracesUrl)
  }
  const app = await buildServer(services, { logger: true })
  const stop = async (atOnce = false) => {
    stopping.abort()
    // Balancers keep sending requests until they notice the 503.
    if (app.server.listening && !atOnce) await wait(systemClock, settings.drainMs)
    // Closing the HTTP server waits for open WebSockets too.
    await Promise.all([
      stopJobs(),
      stopMetrics(),
      waitAtMost(systemClock, realtime.close(), closeTimeoutMs),
      closeGracefully(app),
    ])
    stopOrderLog()
    await waitAtMost(systemClock, close(), closeTimeoutMs)
    await waitAtMost(systemClock, stopTraces(), closeTimeoutMs)
  }
  let stopPromise: Promise<void> | null = null
  try {
    realtime.attach(app.server)
    if (settings.metrics) {
      const { startMetrics } = await import('./api/metrics/metrics.ts')
      const metrics = await startMetrics({ ...services, realtime, pool }, settings.metrics)
      stopMetrics = metrics.stop
    }
    await publishBuild(services.db, webFolder(), services.now())
    const port = await listen(app, settings.port)
    const jobs = serverJobs(app, services, autopilot).map((job) => measureJob(withClockCheck(job, services)))
    stopOrderLog = subscribe('orderHandled', (facts) => app.log.info(facts, 'job ran'))
    stopJobs = startJobs(jobs, systemClock, (job, error) => {
      // Work cut off by the stop is repeated after the next start.
      if (!stopping.signal.aborted) app.log.error({ job, ...describeError(error) }, 'job failed')
    })
    return {
      app,
      port,
      stop({ atOnce } = {}) {
        stopPromise ??= stop(atOnce)
        return stopPromise
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
