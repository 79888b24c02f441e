import type { BrokerListener, BrokerOptions } from '@handsfree/core'
import { beforeEach, expect, test } from 'vitest'
import { SimulatedClock } from 'xstate'
import { type SharedBrokerOptions, shareBroker } from '../../../../../web/app/platform/shared-broker.ts'

const options = { clientId: 'TMS-u1' } as BrokerOptions

/** One browser's locks: one holder, the others queue. */
class FakeLocks {
  readonly waiting: (() => void)[] = []
  held = false
  request = ((_name: string, { signal }: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const grant = () => {
        if (signal?.aborted) return this.next()
        this.held = true
        work().then(() => {
          resolve()
          this.next()
        }, reject)
      }
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (this.held) this.waiting.push(grant)
      else grant()
    })) as LockManager['request']
  next() {
    this.held = false
    this.waiting.shift()?.()
  }
}

/** One browser's channels. A post is delivered synchronously to all channels of the same name. */
class FakeChannels {
  readonly open = new Set<FakeChannel>()
  channel = (_name: string) => new FakeChannel(this)
}
class FakeChannel implements Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> {
  onmessage: BroadcastChannel['onmessage'] = null
  readonly all: FakeChannels
  constructor(all: FakeChannels) {
    this.all = all
    all.open.add(this)
  }
  postMessage(data: unknown) {
    if (!this.all.open.has(this)) throw new DOMException('closed', 'InvalidStateError')
    for (const other of this.all.open) {
      if (other !== this) other.onmessage?.call(other as never, { data } as MessageEvent)
    }
  }
  close() {
    this.all.open.delete(this)
  }
}

type Socket = { listener: BrokerListener; closed: boolean }

let sockets: Socket[]
let locks: FakeLocks
let channels: FakeChannels
let tabs: SharedBrokerOptions
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Opens a tab and records the events that its machine receives. */
function openTab() {
  const heard: unknown[] = []
  const connect = shareBroker((_, listener) => {
    const socket = { listener, closed: false }
    sockets.push(socket)
    return () => {
      socket.closed = true
    }
  }, tabs)
  const close = connect(options, {
    onOpen: () => heard.push('open'),
    onMessage: (topic, payload) => heard.push([topic, payload]),
    onClose: () => heard.push('close'),
  })
  const channel = [...channels.open].at(-1)
  /** Simulates a crash of the tab: its lock passes to the next one. */
  const vanish = () => {
    channel?.close()
    locks.next()
  }
  return { heard, close, vanish }
}

beforeEach(() => {
  sockets = []
  locks = new FakeLocks()
  channels = new FakeChannels()
  tabs = { locks, openChannel: channels.channel, clock: new SimulatedClock() as SharedBrokerOptions['clock'] }
})

test('delivers the same messages to two tabs over one socket', () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  sockets[0]?.listener.onMessage('TOPIC-TMS-u1', '{"code":0}')
  const heard = ['open', ['TOPIC-TMS-u1', '{"code":0}']]
  expect([sockets.length, first.heard, second.heard]).toEqual([1, heard, heard])
})

test('reports the open connection to a tab opened later', () => {
  openTab()
  sockets[0]?.listener.onOpen()
  expect(openTab().heard).toEqual(['open'])
})

test('reports a lost socket to every tab, and makes the next tab that connects the leader', async () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  sockets[0]?.listener.onClose()
  await settle()
  expect([first.heard, second.heard]).toEqual([
    ['open', 'close'],
    ['open', 'close'],
  ])
  const again = openTab()
  sockets[1]?.listener.onOpen()
  expect([sockets.map(({ closed }) => closed), again.heard]).toEqual([[true, false], ['open']])
})

test('makes a waiting tab the leader when the leader vanishes before its socket opens', async () => {
  const first = openTab()
  const second = openTab()
  first.vanish()
  sockets[1]?.listener.onOpen()
  expect([sockets.length, first.heard, second.heard]).toEqual([2, [], ['open']])
})

test('reports a closed connection to the other tab when the leader vanishes, and lets it reconnect', async () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  first.vanish()
  await settle()
  expect(second.heard).toEqual(['open', 'close'])
  const again = openTab()
  expect(sockets.length).toBe(2)
  sockets[1]?.listener.onOpen()
  expect(again.heard).toEqual(['open'])
})

test('closes the socket when the leader closes, and reports that only to other tabs', async () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  first.close()
  await settle()
  expect([sockets[0]?.closed, first.heard, second.heard]).toEqual([true, ['open'], ['open', 'close']])
})

test('does not connect a waiting tab that was closed', async () => {
  const first = openTab()
  openTab().close()
  first.close()
  await settle()
  expect(sockets.length).toBe(1)
})

test('connects each tab separately if locks are forbidden', async () => {
  tabs = { ...tabs, locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } }
  const { heard } = openTab()
  await settle()
  sockets[0]?.listener.onOpen()
  expect(heard).toEqual(['open'])
})
