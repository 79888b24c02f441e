import { channel } from 'node:diagnostics_channel'
import type { Job } from '@handsfree/core/contract'

/** Events for `/metrics` and the log. Publishing is free without subscribers. */
type Measurements = {
  answered: { method: string; route: string; status: number; seconds: number }
  jobRan: { job: string; seconds: number; hasFailed: boolean }
  orderHandled: { kind: Job['kind'] | 'push'; orderId: string }
  providerCalled: { provider: string; call: string; seconds: number; hasFailed: boolean }
}

const channels = {
  answered: channel('handsfree:answered'),
  jobRan: channel('handsfree:job-ran'),
  orderHandled: channel('handsfree:order-handled'),
  providerCalled: channel('handsfree:provider-called'),
}

export function publish<Name extends keyof Measurements>(name: Name, facts: Measurements[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(facts)
}

/** Returns an unsubscribe function. */
export function subscribe<Name extends keyof Measurements>(
  name: Name,
  listener: (facts: Measurements[Name]) => void,
): () => void {
  const heard = (facts: unknown) => listener(facts as Measurements[Name])
  channels[name].subscribe(heard)
  return () => {
    channels[name].unsubscribe(heard)
  }
}
