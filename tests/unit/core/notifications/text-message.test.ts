import {
  moveTextMessage,
  type TextMessageColumns,
  type TextMessageEvent,
} from '@handsfree/core/notifications'
import { expect, it } from 'vitest'

const queuedAt = Date.parse('2026-11-23T02:00:00Z')
const queued: TextMessageColumns = { state: 'due', tries: 0, dueTime: queuedAt }

/** The message after these events. Illegal events are ignored. */
const walk = (types: readonly TextMessageEvent['type'][]): TextMessageColumns =>
  types.reduce<TextMessageColumns>((columns, type) => {
    const moved = moveTextMessage(columns, queuedAt, { type })
    return moved.ok ? moved.value : columns
  }, queued)

const fail: TextMessageEvent['type'][] = ['message.send', 'gateway.failed']
const failures = (count: number) => Array(count).fill(fail).flat()
const after = (seconds: number) => queuedAt + seconds * 1_000

it.each<[string, TextMessageEvent['type'][], TextMessageColumns]>([
  ['sent', ['message.send', 'gateway.sent'], { state: 'sent', tries: 1, dueTime: null }],
  ['failed once', failures(1), { state: 'due', tries: 1, dueTime: after(10) }],
  ['failed twice', failures(2), { state: 'due', tries: 2, dueTime: after(60) }],
  ['failed thrice', failures(3), { state: 'due', tries: 3, dueTime: after(300) }],
  ['failed 4 times', failures(4), { state: 'due', tries: 4, dueTime: after(1_800) }],
  ['failed 5 times', failures(5), { state: 'givenUp', tries: 5, dueTime: null }],
  [
    'given up and repeated',
    [...failures(5), 'operator.retry'],
    { state: 'due', tries: 0, dueTime: queuedAt },
  ],
  [
    'sent, with every event after it ignored',
    ['message.send', 'gateway.sent', 'operator.retry', ...fail],
    { state: 'sent', tries: 1, dueTime: null },
  ],
  [
    'repeated while a server sends it',
    ['message.send', 'operator.retry'],
    { state: 'sending', tries: 1, dueTime: queuedAt },
  ],
  [
    'skipped',
    ['message.skip', 'message.send', 'operator.retry'],
    { state: 'skipped', tries: 0, dueTime: null },
  ],
  ['skipped after a crash', ['message.send', 'message.skip'], { state: 'skipped', tries: 1, dueTime: null }],
  ['refused for good', ['message.send', 'gateway.refused'], { state: 'givenUp', tries: 1, dueTime: null }],
  ['left by a crashed server', ['message.send', ...fail], { state: 'due', tries: 2, dueTime: after(60) }],
])('moves a text message to the right state: %s', (_, steps, end) => {
  expect(walk(steps)).toEqual(end)
})

it.each([
  [90_000, after(90)],
  [1_000, after(10)],
  [null, after(10)],
])('waits at least %s ms before the next try if the gateway asks for it', (retryAfterMs, dueTime) => {
  const sending = { state: 'sending', tries: 1, dueTime: queuedAt } as const
  const moved = moveTextMessage(sending, queuedAt, { type: 'gateway.failed', retryAfterMs })
  expect(moved).toEqual({ ok: true, value: { state: 'due', tries: 1, dueTime } })
})
