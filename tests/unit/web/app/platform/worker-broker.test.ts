import type { BrokerOptions } from '@handsfree/core'
import { beforeEach, expect, test } from 'vitest'
import { type BrokerNews, createWorkerBroker } from '../../../../../web/app/platform/worker-broker.ts'

const options: BrokerOptions = {
  url: 'wss://broker.example:443/mqtt',
  clientId: 'TMS-u1',
  username: 'u1',
  password: 'secret',
  topics: ['TOPIC-TMS-u1'],
  keepalive: 20,
  connectTimeoutMs: 30_000,
}

class FakeWorker {
  posted: unknown[] = []
  isTerminated = false
  onmessage: (message: { data: BrokerNews }) => void = () => {}
  onerror: () => void = () => {}
  postMessage = (message: unknown) => void this.posted.push(message)
  terminate = () => {
    this.isTerminated = true
  }
  report = (data: BrokerNews) => this.onmessage({ data })
}

let worker: FakeWorker
let heard: unknown[]
let stop: () => void
beforeEach(() => {
  worker = new FakeWorker()
  heard = []
  stop = createWorkerBroker(() => worker as unknown as Worker)(options, {
    onOpen: () => heard.push('open'),
    onMessage: (topic, payload) => heard.push([topic, payload]),
    onClose: () => heard.push('close'),
  })
})

test('sends the options to the worker, and reports its messages', () => {
  worker.report({ type: 'open' })
  worker.report({ type: 'message', topic: 'TOPIC-TMS-u1', payload: '{"code":0}' })
  worker.report({ type: 'close' })
  expect([worker.posted, heard, worker.isTerminated]).toEqual([
    [options],
    ['open', ['TOPIC-TMS-u1', '{"code":0}'], 'close'],
    true,
  ])
})

test('closes once if the worker can’t start', () => {
  worker.onerror()
  worker.onerror()
  worker.report({ type: 'open' })
  expect([heard, worker.isTerminated]).toEqual([['close'], true])
})

test('reports nothing after it was stopped', () => {
  stop()
  worker.report({ type: 'message', topic: 'TOPIC-TMS-u1', payload: '{}' })
  worker.onerror()
  expect([heard, worker.isTerminated]).toEqual([[], true])
})
