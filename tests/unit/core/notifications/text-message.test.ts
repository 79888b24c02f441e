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
  ['left by a crashed server', ['message.send', ...fail], { state: 'due', tries: 2, dueTime: after(60) }],
])('moves a text message to the right state: %s', (_, steps, end) => {
  expect(walk(steps)).toEqual(end)
})
