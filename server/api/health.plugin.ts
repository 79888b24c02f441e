import underPressure from '@fastify/under-pressure'
import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { type HealthCheck, type HealthClock, watchHealth } from '../runtime/http/health-part.ts'
import { readClockDifference } from '../runtime/jobs/clock-check.ts'
import type { Services } from '../runtime/services.ts'

/** The size of a photo: a disk without that much space counts as full. */
const probe = Buffer.alloc(256 * 1024)
/** Remote storage charges by traffic. */
const smallProbe = Buffer.alloc(1)
const probeKey = 'health'

/** Maximum average event loop delay, and the sampling interval. Milliseconds. */
const pressure = { maxEventLoopDelay: 1_000, sampleInterval: 1_000 }

/** Maximum difference to the database's clock, in seconds. Signatures and codes allow 5 minutes. */
const maxClockSeconds = 2 * 60

const healthChecksOf = ({
  db,
  fileStore,
  realtime,
  settings,
}: Pick<Services, 'db' | 'fileStore' | 'realtime' | 'settings'>): HealthCheck[] => [
  { name: 'database', check: () => db.execute(sql`select 1`) },
  { name: 'broker', check: () => realtime.check() },
  {
    name: 'storage',
    async check() {
      await fileStore.write(probeKey, settings.s3 ? smallProbe : probe)
      await fileStore.remove(probeKey)
    },
  },
]

const answer = (reply: FastifyReply, status: 200 | 503, body: object): FastifyReply =>
  reply.status(status).header('cache-control', 'no-store').send(body)

/**
 * Health checks, without an envelope. `/health`: 200 while the process responds. `/ready`: 503 with the names of
 * failing parts, or while stopping. `/ready/instance`: only this instance's stop, load and clock, so that a shared
 * outage doesn't take all instances out of the balancer.
 */
export const createHealthPlugin =
  (overrides: Partial<Pick<HealthClock, 'wait'> & { pressure: typeof pressure }> = {}): DomainPlugin =>
  async (app, services) => {
    const wait = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => void services.clock.later(milliseconds, resolve))
    const clock = { now: services.now, wait, ...overrides }
    const checks = healthChecksOf(services).map((part) => ({
      name: part.name,
      isHealthy: watchHealth(part, clock, (error) =>
        app.log.error({ part: part.name, ...describeError(error) }, 'not well'),
      ),
    }))
    let isOverloaded = () => false
    // In its own scope, so that it doesn't reject requests. The balancer decides.
    await app.register(async (scope) => {
      await scope.register(underPressure, overrides.pressure ?? pressure)
      isOverloaded = scope.getDecorator<() => boolean>('isUnderPressure')
    })
    // While the database doesn't answer, the latest difference counts.
    let aheadSeconds = 0
    const isClockWrong = () => Math.abs(aheadSeconds) > maxClockSeconds
    const readClock = watchHealth(
      {
        name: 'clock',
        async check() {
          const wasWrong = isClockWrong()
          aheadSeconds = await readClockDifference(services)
          if (isClockWrong() && !wasWrong) app.log.error({ part: 'clock', aheadSeconds }, 'not well')
        },
      },
      clock,
      () => {},
    )
    const { rehearsal } = services.settings
    app.get('/health', (_request, reply) =>
      answer(reply, 200, { status: 'ok', ...(rehearsal && { stage: 'rehearsal' }) }),
    )
    const sendStopping = (reply: FastifyReply) => answer(reply, 503, { status: 'stopping' })
    app.get('/ready/instance', async (_request, reply) => {
      if (services.stopping.aborted) return sendStopping(reply)
      await readClock()
      if (isClockWrong()) return answer(reply, 503, { status: 'clock' })
      return isOverloaded()
        ? answer(reply, 503, { status: 'overloaded' })
        : answer(reply, 200, { status: 'ok' })
    })
    app.get('/ready', async (_request, reply) => {
      if (services.stopping.aborted) return sendStopping(reply)
      const answers = await Promise.all(checks.map(({ isHealthy }) => isHealthy()))
      const unwell = checks.filter((_, index) => !answers[index]).map(({ name }) => name)
      return unwell.length === 0
        ? answer(reply, 200, { status: 'ok' })
        : answer(reply, 503, { status: 'unavailable', unwell })
    })
    // While stopping, move keep-alive connections to another instance.
    app.addHook('onSend', async (_request, reply) => {
      if (services.stopping.aborted) reply.header('connection', 'close')
    })
  }

export const healthPlugin = createHealthPlugin()
