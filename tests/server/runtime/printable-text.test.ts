import {
  addEmployee,
  type CallShape,
  createOrder,
  sendFeedback,
  updateProfile,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { expect, test } from 'vitest'
import { consoleSms } from '../../../server/runtime/sms/sms.ts'
import { draftOf, operatorToken } from '../trip.ts'
import { useServer, useTraveller } from '../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const hostile = [
  'a\u009b2Jb',
  'a\u009d0;pwned\u009cb',
  'a\u202eb',
  'a\u2028b',
  'a\u{e0041}b',
  `a${'\u0301'.repeat(50)}`,
  '\u3164',
  '\u2800',
]
const severalLines = 'one\ntwo'

const draft = () => draftOf([ada.photo])
const code = async (shape: CallShape, body: unknown, token = ada.token) =>
  (await server.call(shape, { body, token })).code
const orderOf = (changes: object) =>
  code(createOrder, { draft: { ...draft(), ...changes }, quoteId: 'x', termsVersion: policy.termsVersion })

const custom = { kind: 'custom', regionId: 'hangzhou', address: 'West Lake 1', detail: '' }
const employee = { role: 'courier', phone: '+86 571 0000 0001', plate: '' }
const oneLine: [string, (text: string) => Promise<number>][] = [
  ['a receiver’s name', (name) => orderOf({ receiver: { ...draft().receiver, name } })],
  ['a room number', (roomNumber) => orderOf({ roomNumber })],
  ['a room password', (roomPassword) => orderOf({ roomPassword })],
  ['an address', (address) => orderOf({ delivery: { ...custom, address } })],
  ['the detail of an address', (detail) => orderOf({ delivery: { ...custom, detail } })],
  ['a traveller’s name', (name) => code(updateProfile, { name })],
  ['an employee’s name', (name) => code(addEmployee, { ...employee, name }, operatorToken)],
]
const lines: [string, (text: string) => Promise<number>][] = [
  ['remarks', (remarks) => orderOf({ remarks })],
  ['feedback', (text) => code(sendFeedback, { type: 0, content: JSON.stringify({ text, images: [] }) })],
]

test.each(oneLine)('accepts only one line of printable characters as %s', async (_, send) => {
  const codes = []
  for (const text of [...hostile, severalLines]) codes.push(await send(text))
  expect(codes).toEqual(Array(hostile.length + 1).fill(1008))
  expect(await send('Zoë 王')).not.toBe(1008)
})

test.each(lines)('accepts only lines of printable characters as %s', async (_, send) => {
  const codes = []
  for (const text of hostile) codes.push(await send(text))
  expect(codes).toEqual(Array(hostile.length).fill(1008))
  expect(await send(severalLines)).not.toBe(1008)
})

test('prints only the printable characters of text messages in the demo', async () => {
  const printed: string[] = []
  const sms = consoleSms((line) => printed.push(line))
  await sms.sendText(
    { dialCode: '86', phoneNumber: '13800000001' },
    {
      kind: 'prepared',
      locale: 'en-US',
      text: 'Dear a\u009b2J\nb',
      values: {},
    },
  )
  expect(printed).toEqual([expect.stringMatching(/Dear a\\u009b2J\\u000ab$/)])
})
