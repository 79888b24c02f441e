import { expect, test } from 'vitest'
import { parser, writeToStream } from '../../web/platform/mqtt-parts/packets.ts'

const sent = (packet: Partial<Parameters<typeof writeToStream>[0]>): number[] => {
  const bytes: number[] = []
  const line = { write: (piece: Uint8Array) => bytes.push(...piece) > 0 }
  writeToStream(packet as Parameters<typeof writeToStream>[0], line)
  return bytes
}
const sevens = Array.from({ length: 132 }, () => 7)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** What is told of bytes that come in pieces of so many. */
function heard(bytes: readonly number[], piece = bytes.length): unknown[] {
  const told: unknown[] = []
  const reader = parser()
  reader.on('packet', (packet: unknown) => told.push(packet))
  reader.on('error', (error: Error) => told.push(error.message))
  for (let at = 0; at < bytes.length; at += piece) reader.parse(Uint8Array.from(bytes.slice(at, at + piece)))
  return told
}

test('writes the packets of MQTT 3.1.1', () => {
  const account = { clientId: 'c1', username: 'é', password: 'pw', keepalive: 300 }
  expect(sent({ cmd: 'connect', ...account })).toEqual([
    ...[0x10, 22, 0, 4, ...ascii('MQTT'), 4, 0xc2, 1, 44],
    ...[0, 2, ...ascii('c1'), 0, 2, 0xc3, 0xa9, 0, 2, ...ascii('pw')],
  ])
  const subscriptions = [{ topic: 'a/b', qos: 0 }]
  expect(sent({ cmd: 'subscribe', messageId: 258, subscriptions })).toEqual([
    ...[0x82, 8, 1, 2, 0, 3, ...ascii('a/b'), 0],
  ])
  expect(sent({ cmd: 'pingreq' })).toEqual([0xc0, 0])
  expect(sent({ cmd: 'disconnect' })).toEqual([0xe0, 0])
})

test('writes the length of a packet of 128 bytes and more in two bytes', () => {
  const subscriptions = [{ topic: 'x'.repeat(195), qos: 0 }]
  expect(sent({ cmd: 'subscribe', messageId: 1, subscriptions }).slice(0, 5)).toEqual([0x82, 200, 1, 0, 1])
})

test.each([1, 3, 1_000])('reads packets that come in pieces of %i bytes', (piece) => {
  const bytes = [
    ...[0x20, 2, 0, 5, 0x90, 4, 1, 2, 0, 128, 0xd0, 0],
    ...[0x31, 6, 0, 1, ...ascii('t'), ...ascii('{}!'), 0x30, 135, 1, 0, 1, ...ascii('t'), ...sevens],
  ]
  const message = { cmd: 'publish', topic: 't', qos: 0, dup: false }
  expect(heard(bytes, piece)).toEqual([
    { cmd: 'connack', sessionPresent: false, returnCode: 5, length: 2 },
    { cmd: 'suback', messageId: 258, granted: [0, 128], length: 4 },
    { cmd: 'pingresp', length: 0 },
    { ...message, retain: true, payload: Uint8Array.from(ascii('{}!')), length: 6 },
    { ...message, retain: false, payload: Uint8Array.from(sevens), length: 135 },
  ])
})

test.each([
  ['a message that wants an answer', [0x32, 5, 0, 1, 116, 0, 1]],
  ['a topic longer than its packet', [0x30, 3, 0, 9, 116]],
  ['an empty packet', [0x30, 0]],
  ['a packet of a client', [0xc0, 0]],
  ['a short answer to a connection', [0x20, 1, 0]],
])('refuses %s, and reads nothing after it', (_, bytes) => {
  expect(heard([...bytes, 0xd0, 0])).toEqual(['Malformed packet'])
})

test('refuses a length of five bytes', () => {
  expect(heard([0x30, 255, 255, 255, 255, 1])).toEqual(['Malformed length'])
})
