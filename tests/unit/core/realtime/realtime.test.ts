import { fail, ok } from '@handsfree/core'
import {
  brokerClientId,
  brokerTopic,
  type Hint,
  readHint,
  realtimeMachine,
  selectIsLive,
} from '@handsfree/core/realtime'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, offline } from '../../models/samples.ts'
import { secrets } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

let inSight = true
beforeEach(() => {
  inSight = true
})
const open = (random = 0.5) =>
  new Journey(realtimeMachine, ({ now }) => ({ now, random: () => random, isVisible: () => inSight }))
type RealtimeJourney = ReturnType<typeof open>

const connecting = async (random?: number) => {
  const journey = open(random)
  journey.send({ type: 'account.signedIn', account })
  await journey.answer('fetchSecrets', ok(secrets))
  return journey
}
const live = async (random?: number) => {
  const journey = await connecting(random)
  journey.sendFrom('broker', { type: 'broker.opened' })
  return journey
}
const link = ({ value }: RealtimeJourney) => (value as { connected: { link: unknown } }).connected.link
const refreshes = ({ emitted }: RealtimeJourney) =>
  emitted.filter(({ type }) => type === 'realtime.refresh').length

describe('the connection', () => {
  it('connects with the account’s secrets, and refreshes everything', async () => {
    const journey = await live()
    expect(journey.inputs('broker')).toEqual([{ secrets, uin: 'uin-1' }])
    expect([journey.value, selectIsLive(journey.snapshot)]).toEqual([
      { connected: { link: { linked: 'open' }, freshness: 'live' } },
      true,
    ])
    expect(journey.emitted).toEqual([{ type: 'realtime.refresh' }])
  })

  it('reconnects after 1 s with the same secrets, and refreshes everything', async () => {
    const journey = await live()
    journey.sendFrom('broker', { type: 'broker.closed' })
    expect([link(journey), selectIsLive(journey.snapshot)]).toEqual(['waiting', false])
    journey.pass(999)
    expect(link(journey)).toBe('waiting')
    journey.pass(1)
    expect(link(journey)).toEqual({ linked: 'connecting' })
    expect(journey.inputs('fetchSecrets')).toHaveLength(1)
    journey.sendFrom('broker', { type: 'broker.opened' })
    expect(refreshes(journey)).toBe(2)
  })

  it.each([
    [0, 1_000],
    [0.5, 3_000],
    [1, 5_000],
  ])(
    'waits 1 to 5 s from the second failure on (random %s: %s ms), then fetches new secrets',
    async (random, wait) => {
      const journey = await connecting(random)
      journey.sendFrom('broker', { type: 'broker.closed' })
      journey.pass(1_000)
      journey.sendFrom('broker', { type: 'broker.closed' })
      journey.pass(wait - 1)
      expect(link(journey)).toBe('waiting')
      journey.pass(1)
      expect(link(journey)).toBe('fetchingSecrets')
    },
  )

  it('waits only 1 s to reconnect once a connection had opened', async () => {
    const journey = await connecting(1)
    for (let failures = 0; failures < 3; failures++) {
      journey.sendFrom('broker', { type: 'broker.closed' })
      journey.pass(5_000)
      if (journey.isOpen('fetchSecrets')) await journey.answer('fetchSecrets', ok(secrets))
    }
    journey.sendFrom('broker', { type: 'broker.opened' })
    journey.sendFrom('broker', { type: 'broker.closed' })
    journey.pass(1_000)
    expect(link(journey)).toEqual({ linked: 'connecting' })
  })

  it('times out a connection that does not open within 30 s, and closes its socket', async () => {
    const journey = await connecting()
    const socket = journey.openCall('broker')
    journey.pass(29_999)
    expect([link(journey), socket.isOpen]).toEqual([{ linked: 'connecting' }, true])
    journey.pass(1)
    expect([link(journey), socket.isOpen]).toEqual(['waiting', false])
    socket.sendBack({ type: 'broker.opened' })
    expect(selectIsLive(journey.snapshot)).toBe(false)
  })

  it('fetches new secrets at the second failure, then after every ten more', async () => {
    const journey = await live()
    const asked: number[] = []
    for (let failure = 1; failure <= 25; failure++) {
      journey.sendFrom('broker', { type: 'broker.closed' })
      journey.pass(5_000)
      if (link(journey) === 'fetchingSecrets') {
        asked.push(failure)
        await journey.answer('fetchSecrets', ok(secrets))
      }
      expect(link(journey)).toEqual({ linked: 'connecting' })
    }
    expect(asked).toEqual([2, 12, 22])
  })

  it('reconnects immediately when the device is online again', async () => {
    const journey = open()
    journey.send({ type: 'account.signedIn', account })
    await journey.answer('fetchSecrets', fail(offline))
    expect(link(journey)).toBe('waiting')
    journey.send({ type: 'device.online' })
    expect(link(journey)).toBe('fetchingSecrets')
  })

  it('retries later when fetching secrets fails or the socket throws', async () => {
    const journey = open()
    journey.send({ type: 'account.signedIn', account })
    await journey.fail('fetchSecrets', new Error('broken'))
    expect([link(journey), journey.snapshot.context.attempts]).toEqual(['waiting', 1])
    journey.pass(1_000)
    await journey.answer('fetchSecrets', ok(secrets))
    await journey.fail('broker', new Error('no WebSocket'))
    expect([link(journey), journey.snapshot.context.attempts]).toEqual(['waiting', 2])
  })
})

it('refreshes everything every 30 s while disconnected, and less often once connected', async () => {
  const journey = open()
  journey.send({ type: 'account.signedIn', account })
  const asked: number[] = []
  for (let second = 1; second <= 95; second++) {
    const before = refreshes(journey)
    journey.pass(1_000)
    if (refreshes(journey) > before) asked.push(second)
  }
  expect(asked).toEqual([30, 60, 90])
  await journey.answer('fetchSecrets', ok(secrets))
  journey.sendFrom('broker', { type: 'broker.opened' })
  const before = refreshes(journey)
  journey.pass(59_999)
  expect(refreshes(journey)).toBe(before)
  journey.sendFrom('broker', { type: 'broker.closed' })
  journey.pass(30_000)
  expect(refreshes(journey)).toBe(before + 1)
})

it('refreshes every 60 s while connected and visible, in case a hint was lost', async () => {
  const journey = await live()
  const asked: number[] = []
  for (let second = 1; second <= 310; second++) {
    inSight = second <= 130 || second > 250
    const before = refreshes(journey)
    journey.pass(1_000)
    if (refreshes(journey) > before) asked.push(second)
  }
  expect(asked).toEqual([60, 120, 300])
  expect(selectIsLive(journey.snapshot)).toBe(true)
})

describe('the signed-in account', () => {
  it('reconnects with new secrets when another account signs in', async () => {
    const journey = await live()
    const socket = journey.openCall('broker')
    const other = { token: 'token-2', uin: 'uin-2' }
    journey.send({ type: 'account.signedIn', account: other })
    expect([link(journey), socket.isOpen, selectIsLive(journey.snapshot)]).toEqual([
      'fetchingSecrets',
      false,
      false,
    ])
    await journey.answer('fetchSecrets', ok(secrets))
    expect(journey.inputs('broker').at(-1)).toEqual({ secrets, uin: 'uin-2' })
  })

  it('drops old secrets when their renewal fails', async () => {
    const journey = await live()
    journey.pass(50 * 60_000)
    journey.sendFrom('broker', { type: 'broker.closed' })
    journey.pass(1_000)
    await journey.fail('fetchSecrets', new Error('broken'))
    expect([link(journey), journey.snapshot.context.secrets]).toEqual(['waiting', null])
  })
})

describe('messages', () => {
  it('emits messages as hints', async () => {
    const journey = await live()
    const hints: Hint[] = [
      { kind: 'unreadChanged' },
      { kind: 'orderChanged', orderId: 'order-1' },
      { kind: 'everythingChanged' },
      { kind: 'none' },
    ]
    for (const hint of hints) journey.sendFrom('broker', { type: 'broker.hinted', hint })
    expect(journey.emitted.slice(1)).toEqual([
      { type: 'realtime.unreadChanged' },
      { type: 'realtime.orderChanged', orderId: 'order-1' },
      { type: 'realtime.refresh' },
    ])
  })

  it.each<[string, Hint]>([
    ['{"code":0}', { kind: 'unreadChanged' }],
    ['{"code":0,"more":"later"}', { kind: 'unreadChanged' }],
    ['{"code":1,"orderId":"order-1"}', { kind: 'orderChanged', orderId: 'order-1' }],
    ['{"code":1}', { kind: 'none' }],
    ['{"code":1,"orderId":"../../users"}', { kind: 'none' }],
    ['{"code":"0"}', { kind: 'none' }],
    ['{"code":2}', { kind: 'everythingChanged' }],
    ['{"code":3}', { kind: 'none' }],
    ['{"code":0', { kind: 'none' }],
    ['[]', { kind: 'none' }],
    ['null', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('reads the message %s', (payload, hint) => {
    expect(readHint(payload)).toEqual(hint)
  })

  it('never throws for any message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (payload) => {
        expect(['none', 'unreadChanged', 'orderChanged', 'everythingChanged']).toContain(
          readHint(payload).kind,
        )
      }),
    )
  })

  it('subscribes to the topic of the client id', () => {
    expect([brokerClientId('42'), brokerTopic('42')]).toEqual(['TMS-42', 'TOPIC-TMS-42'])
  })
})
