import type { BrokerListener, BrokerOptions } from '@handsfree/core'
import { beforeEach, expect, test } from 'vitest'
import { shareBroker, type Tabs } from '../../web/platform/shared-broker.ts'

const options = { clientId: 'TMS-u1' } as BrokerOptions

/** Locks of one browser: one holder, the others wait in line. */
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

/** Channels of one browser: what one posts, all others of the name hear at once. */
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
let tabs: Tabs
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** One tab, with what its machine hears. */
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
  /** The tab is gone without a word: its lock passes on. */
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
  tabs = { locks, openChannel: channels.channel }
})

test('two tabs hear the same messages over one socket', () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  sockets[0]?.listener.onMessage('TOPIC-TMS-u1', '{"code":0}')
  const heard = ['open', ['TOPIC-TMS-u1', '{"code":0}']]
  expect([sockets.length, first.heard, second.heard]).toEqual([1, heard, heard])
})

test('a tab that comes later learns that the line is open', () => {
  openTab()
  sockets[0]?.listener.onOpen()
  expect(openTab().heard).toEqual(['open'])
})

test('when the socket dies, every tab hears it, and whoever connects next leads', async () => {
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

test('a waiting tab takes over at once when the leader goes before it was open', async () => {
  const first = openTab()
  const second = openTab()
  first.vanish()
  sockets[1]?.listener.onOpen()
  expect([sockets.length, first.heard, second.heard]).toEqual([2, [], ['open']])
})

test('a tab that was open reports the end of a vanished leader, and connects anew', async () => {
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

test('a leader that closes itself ends its socket and hears nothing of it', async () => {
  const first = openTab()
  const second = openTab()
  sockets[0]?.listener.onOpen()
  first.close()
  await settle()
  expect([sockets[0]?.closed, first.heard, second.heard]).toEqual([true, ['open'], ['open', 'close']])
})

test('a waiting tab that closes leaves the line', async () => {
  const first = openTab()
  openTab().close()
  first.close()
  await settle()
  expect(sockets.length).toBe(1)
})

test('where locks are forbidden, the tab connects for itself', async () => {
  tabs = { ...tabs, locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } }
  const { heard } = openTab()
  await settle()
  sockets[0]?.listener.onOpen()
  expect(heard).toEqual(['open'])
})
