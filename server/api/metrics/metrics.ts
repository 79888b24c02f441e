import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { orderStatus } from '@handsfree/core/orders'
import type { Attributes, Meter, ObservableResult } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { countByLifecycle } from '../../domain/crew/count-orders.ts'
import { countOpenDisputes } from '../../domain/payments/find-disputes.ts'
import { countSiteSignIns } from '../../domain/users/site-sign-ins.ts'
import { findStuckJobs, readJobAges } from '../../flows/job-ages.ts'
import type { OpenDatabase } from '../../runtime/db/database.ts'
import { readClockDifference } from '../../runtime/jobs/clock-check.ts'
import { subscribe } from '../../runtime/metrics/measurements.ts'
import type { OpenRealtime } from '../../runtime/realtime/realtime.ts'
import type { Services } from '../../runtime/services.ts'
import { stageOf } from '../../runtime/settings/settings.ts'
import { serveMetrics } from './serve-metrics.ts'

type MetricsSources = Pick<Services, 'db' | 'settings' | 'now'> & {
  realtime: Pick<OpenRealtime, 'lines'>
  pool: OpenDatabase['pool']
}

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const nanoseconds = 1e-9

/** Returns an unsubscribe function. */
function countEvents(meter: Meter, { now }: Pick<Services, 'now'>): () => void {
  const inSeconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: buckets } })
  const requests = inSeconds('http_request_duration', 'Responses by method, route and status')
  const calls = inSeconds(
    'provider_call_duration',
    'Calls to payment providers, SMS gateway, mail server and storage',
  )
  const runs = inSeconds('job_duration', 'Runs of recurring jobs')
  const lastEndTimes = new Map<string, number>()
  meter
    .createObservableGauge('job_age', { description: 'Seconds since a job last succeeded', unit: 's' })
    .addCallback((result) => {
      for (const [job, at] of lastEndTimes) result.observe((now().getTime() - at) / 1000, { job })
    })
  const unsubscribers = [
    subscribe('answered', ({ seconds, method, route, status }) =>
      requests.record(seconds, { method, route, status }),
    ),
    subscribe('providerCalled', ({ seconds, provider, call, hasFailed }) =>
      calls.record(seconds, { provider, call, failed: String(hasFailed) }),
    ),
    subscribe('jobRan', ({ seconds, job, hasFailed }) => {
      runs.record(seconds, { job, failed: String(hasFailed) })
      if (!hasFailed || !lastEndTimes.has(job)) lastEndTimes.set(job, now().getTime())
    }),
  ]
  return () => {
    for (const end of unsubscribers) end()
  }
}

/** Gauges that are read on each collection. Returns a stop function. */
function observe(meter: Meter, { db, realtime, pool, now, settings }: MetricsSources): () => void {
  const gauge = (
    name: string,
    description: string,
    read: (result: ObservableResult<Attributes>) => unknown,
    unit = '',
  ) =>
    meter
      .createObservableGauge(name, { description, unit })
      .addCallback(async (result) => void (await read(result)))
  const delay = monitorEventLoopDelay()
  delay.enable()
  let utilization = performance.eventLoopUtilization()
  gauge(
    'event_loop_delay',
    'Delay of the event loop since the last collection',
    (result) => {
      for (const [quantile, value] of [
        ['0.5', delay.percentile(50)],
        ['0.99', delay.percentile(99)],
        ['1', delay.max],
      ] as const) {
        result.observe(value * nanoseconds, { quantile })
      }
      delay.reset()
    },
    's',
  )
  gauge(
    'event_loop_utilization',
    'Share of time the event loop was busy since the last collection',
    (result) => {
      const next = performance.eventLoopUtilization()
      result.observe(performance.eventLoopUtilization(next, utilization).utilization)
      utilization = next
    },
  )
  gauge('stage', '1 with the stage of the server as label', (result) =>
    result.observe(1, { stage: stageOf(settings) }),
  )
  gauge('process_memory', 'Resident memory', (result) => result.observe(process.memoryUsage.rss()), 'By')
  gauge(
    'clock_difference',
    'Seconds that this machine’s clock is ahead of the database’s',
    async (result) => {
      const seconds = await readClockDifference({ db, now }).catch(() => null)
      if (seconds !== null) result.observe(seconds)
    },
    's',
  )
  gauge('live_lines', 'Open connections of travellers’ pages to this instance', (result) =>
    result.observe(realtime.lines()),
  )
  if (pool) {
    gauge('pool_connections', 'Connections to PostgreSQL; waiting: requests without one', (result) => {
      for (const [state, count] of Object.entries(pool())) result.observe(count, { state })
    })
  }
  gauge('orders', 'Orders by status', async (result) => {
    const counts = new Map<string, number>()
    // Omit the gauge without a database; `/ready` reports that.
    const rows = await countByLifecycle(db).catch(() => [])
    for (const row of rows) {
      const status = orderStatus(row)
      counts.set(status, (counts.get(status) ?? 0) + row.orders)
    }
    for (const [status, count] of counts) result.observe(count, { status })
  })
  const openDisputes = meter.createObservableGauge('open_disputes', {
    description: 'Open payment disputes (chargebacks)',
  })
  const oldestDisputeAge = meter.createObservableGauge('open_dispute_age', {
    description: 'Seconds since the oldest open dispute began',
    unit: 's',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await countOpenDisputes(db).catch(() => null)
      if (!found) return
      result.observe(openDisputes, found.open)
      result.observe(oldestDisputeAge, found.oldest ? (now().getTime() - found.oldest.getTime()) / 1000 : 0)
    },
    [openDisputes, oldestDisputeAge],
  )
  const waitingJobs = meter.createObservableGauge('waiting_jobs', {
    description: 'Due, failed and abandoned jobs: refunds, payment pages and text messages',
  })
  const oldestJobAge = meter.createObservableGauge('waiting_job_age', {
    description: 'Age of the oldest waiting job in seconds, by kind',
    unit: 's',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { kind, state, jobs, seconds } of await readJobAges(db, now()).catch(() => [])) {
        result.observe(waitingJobs, jobs, { kind, state })
        result.observe(oldestJobAge, seconds, { kind, state })
      }
    },
    [waitingJobs, oldestJobAge],
  )
  gauge(
    'stuck_job_age',
    'Age in seconds of up to 20 jobs that were abandoned or have waited for 10 minutes',
    async (result) => {
      for (const { jobId, kind, state, seconds } of await findStuckJobs(db, now()).catch(() => [])) {
        result.observe(seconds, { job: jobId, kind, state })
      }
    },
    's',
  )
  gauge('site_sign_ins', 'Sign-ins that started at a site’s QR code in the last 24 hours', async (result) => {
    const sites = await countSiteSignIns(db, now(), { siteId: null, locale: 'en-US' }).catch(() => [])
    for (const { siteId, lastDay } of sites) result.observe(lastDay, { site: siteId })
  })
  return () => delay.disable()
}

/**
 * Serves `/metrics` in Prometheus' format on a separate port, which proxies shouldn't expose. Returns the port and a
 * stop function.
 */
export async function startMetrics(
  sources: MetricsSources,
  { port, token }: { port: number; token: string | null },
): Promise<{ port: number; stop(): Promise<void> }> {
  const exporter = new PrometheusExporter({ preventServerStart: true, prefix: 'handsfree' })
  const resource = resourceFromAttributes({ 'service.name': 'handsfree' })
  const provider = new MeterProvider({ resource, readers: [exporter] })
  const meter = provider.getMeter('handsfree')
  const unsubscribers = [countEvents(meter, sources), observe(meter, sources)]
  const server = await serveMetrics(exporter, { port, token })
  return {
    port: server.port,
    async stop() {
      for (const end of unsubscribers) end()
      await server.stop()
      await provider.shutdown()
    },
  }
}
