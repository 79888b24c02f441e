import { SpanKind } from '@opentelemetry/api'
import type { PaymentProvider, Providers } from '../../domain/payments/provider.ts'
import { measuredSeconds } from '../clock.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Mail } from '../mail/smtp.ts'
import type { FileStore, Push, Sms } from '../services.ts'
import { withSpan } from '../traces/tracer.ts'
import { publish } from './measurements.ts'

async function measureTime<Result>(
  work: () => Promise<Result>,
  report: (outcome: { seconds: number; hasFailed: boolean }) => void,
): Promise<Result> {
  const began = measuredSeconds()
  let hasFailed = true
  try {
    const result = await work()
    hasFailed = false
    return result
  } finally {
    report({ seconds: measuredSeconds() - began, hasFailed })
  }
}

export const measureJob = ({ run, ...job }: Job): Job => ({
  ...job,
  run: () =>
    withSpan({ name: `job ${job.name}`, kind: SpanKind.INTERNAL }, () =>
      measureTime(run, (outcome) => publish('jobRan', { job: job.name, ...outcome })),
    ),
})

/** Measures and traces every async method as a call of `provider`. */
function withMetrics<Target extends object>(provider: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver)
      // `parseWebhook` makes no request.
      if (typeof value !== 'function' || key === 'parseWebhook') return value
      return (...given: unknown[]) =>
        withSpan({ name: `${provider} ${String(key)}`, kind: SpanKind.CLIENT }, () =>
          measureTime(
            async () => Reflect.apply(value, object, given),
            (outcome) => publish('providerCalled', { provider, call: String(key), ...outcome }),
          ),
        )
    },
  })
}

export function measureProviders({ current, byName }: Providers): Providers {
  const known = new Map<PaymentProvider, PaymentProvider>()
  const measure = (provider: PaymentProvider): PaymentProvider => {
    const made = known.get(provider) ?? withMetrics(provider.name, provider)
    known.set(provider, made)
    return made
  }
  return {
    current: measure(current),
    byName(name) {
      const found = byName(name)
      return found && measure(found)
    },
  }
}

export const measureSms = (sms: Sms): Sms => withMetrics('sms', sms)

export const measureMail = (mail: Mail): Mail => withMetrics('mail', mail)

export const measurePush = (push: Push): Push => ({ ...push, send: withMetrics('push', push).send })

export const measureStore = (store: FileStore): FileStore => withMetrics('storage', store)
