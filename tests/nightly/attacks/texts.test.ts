import { createOrder, sendFeedback, updateProfile } from '@handsfree/core/contract'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { runOperator } from '../../../clients/operator/run.ts'
import { newTraveller, placeOrder, type Traveller } from '../../e2e/backend.ts'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'
import { type Answer, post, tally } from './calls.ts'

let server: AttackedServer
afterEach(() => server.discard())

/** Characters that a terminal or page might execute, hide or reorder, each between letters. */
const hostile = [
  ...Array.from({ length: 32 }, (_, index) => String.fromCharCode(index)).filter((sign) => sign !== '\n'),
  ...Array.from({ length: 33 }, (_, index) => String.fromCharCode(0x7f + index)),
  ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ...'\u00ad\u200b\u2028\u2029\u2060\ufeff\ufff9\ue000\u180e',
  '\u{e0001}',
  '\u{e0041}',
  '\u{10fffd}',
  '\u{1d173}',
  '\ud800',
  '\udfff',
  '\u001b[2J',
  '\u009b2J',
  '\u001b]0;pwned\u0007',
  '\u009d0;pwned\u009c',
  '\u001b]8;;https://evil.example\u0007x',
  '\u0301'.repeat(50),
  '\u200d\u200d',
  'a\u0488\u0489\u0301\u0302\u0303',
].map((sign) => `a${sign}b`)
const severalLines = ['a\nb', 'a\r\nb', 'a\rb', 'a\u0085b', 'a\u2028b']

/** Whether a text contains forbidden characters. Implemented independently of the tested rule. */
const isRaw = (text: string): boolean =>
  /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}|\p{M}{5}|[\u200c\u200d]{2}/u.test(text)

type Field = { name: string; key: string; hasLines: boolean; send: (text: string) => Promise<Answer> }

/** Every text field of a traveller. The server validates formats first, so the rest of a draft may be invalid. */
function fieldsOf({ api, account: { token }, phone }: Traveller): Field[] {
  const sendTo = (path: string) => (body: unknown) => post(api.url(path), body, { token })
  const draft = { receiver: { name: 'Ada', ...phone }, roomNumber: '', roomPassword: '', remarks: '' }
  const place = (changes: object) => sendTo(createOrder.path)({ draft: { ...draft, ...changes } })
  const custom = { kind: 'custom', address: 'West Lake 1', detail: '' }
  const oneLine = (name: string, key: string, send: Field['send']): Field => ({
    name,
    key,
    hasLines: false,
    send,
  })
  return [
    oneLine('receiver’s name', 'name', (name) => place({ receiver: { ...draft.receiver, name } })),
    oneLine('room number', 'roomNumber', (roomNumber) => place({ roomNumber })),
    oneLine('room password', 'roomPassword', (roomPassword) => place({ roomPassword })),
    oneLine('address', 'address', (address) => place({ delivery: { ...custom, address } })),
    oneLine('detail of the address', 'detail', (detail) => place({ delivery: { ...custom, detail } })),
    oneLine('traveller’s name', 'name', (name) => sendTo(updateProfile.path)({ name, email: 1 })),
    oneLine('e-mail address', 'email', (text) => sendTo(updateProfile.path)({ email: `${text}@a.example` })),
    { name: 'remarks', key: 'remarks', hasLines: true, send: (remarks) => place({ remarks }) },
    {
      name: 'feedback',
      key: 'text',
      hasLines: true,
      send: (text) => sendTo(sendFeedback.path)({ type: 9, content: JSON.stringify({ text, images: [] }) }),
    },
  ]
}

const isRefused = ({ code, result }: Answer, key: string): boolean =>
  code === 1008 &&
  ((result?.issues ?? []) as { path: string }[]).some(({ path }) => path.split('.').at(-1) === key)

describe.each(engines)('on %s', (engine) => {
  test('refuses hostile text in every field that a traveller writes', async () => {
    server = await AttackedServer.start(engine)
    const traveller = await newTraveller(server.url)
    const accepted: unknown[] = []
    let sent = 0
    for (const { name, key, hasLines, send } of fieldsOf(traveller)) {
      const texts = [...hostile, ...(hasLines ? severalLines.slice(1) : severalLines)]
      for (let from = 0; from < texts.length; from += 20) {
        const part = texts.slice(from, from + 20)
        const answers = await Promise.all(part.map(send))
        sent += part.length
        accepted.push(
          ...part.filter((_, index) => !isRefused(answers[index]!, key)).map((text) => [name, text]),
        )
      }
      // Ordinary text is accepted.
      if (key !== 'email') expect([name, isRefused(await send('Zoë 王'), key)]).toEqual([name, false])
    }
    reportFigure(`${engine}: ${sent} hostile texts in 9 fields, ${accepted.length} accepted`)
    expect(accepted).toEqual([])
  })
})

test('prints stored orders without characters that control a terminal', async () => {
  server = await AttackedServer.start('PostgreSQL')
  const traveller = await newTraveller(server.url)
  const { orderId, orderNumber } = await placeOrder(traveller)
  const bad =
    hostile.filter((text) => text[1] !== '\u0000' && !/\p{Cs}/u.test(text)).join('') + severalLines.join('')
  const client = new pg.Client({ connectionString: server.databaseUrl ?? '' })
  await client.connect()
  await client.query('update users set name = $1', [bad])
  await client.query(
    `update orders set receiver_name = $1, remarks = $1, room_password = $1, exception_reason = $1, review_failure = $1, courier_name = $1, courier_plate = $1,
     pickup_place = jsonb_set(jsonb_set(pickup_place, '{roomNumber}', to_jsonb($1::text)), '{name}', jsonb_build_object('en-US', $1::text, 'zh-CN', $1::text)),
     delivery_place = jsonb_set(delivery_place, '{address}', jsonb_build_object('en-US', $1::text, 'zh-CN', $1::text))`,
    [bad],
  )
  await client.end()
  const printed: string[] = []
  const codes: number[] = []
  const terminal = {
    write: (line: string) => printed.push(line),
    writeError: (line: string) => printed.push(line),
    hasColour: false,
  }
  for (const words of [
    ['show', orderNumber],
    ['show', orderNumber, '--json'],
    ['show', orderNumber, '--lang', 'zh-CN'],
    ['log', orderId],
    ['list'],
    [`show`, `${bad}`],
  ])
    codes.push(await runOperator([...words, '--url', server.url], terminal, {}))
  const text = printed.join('\n')
  const raw = text.split('\n').filter(isRaw)
  reportFigure(
    `operator tool over old rows: exits ${tally(codes)}, ${text.length} characters printed, ${raw.length} raw lines`,
  )
  expect(codes).toEqual([0, 0, 0, 0, 0, 2])
  expect(text).toContain('\\u009b')
  expect(raw).toEqual([])
})
