import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  acceptInvitation,
  endShift,
  getOwnEmployee,
  type OperatorOrder,
  startShift,
} from '@handsfree/core/contract'
import { cardContent } from '@handsfree/core/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOperator } from '../../../clients/operator/run.ts'
import { photographSuitcase } from '../../../server/flows/autopilot/suitcase.ts'
import { orderDraft } from '../../order-draft.ts'
import { runTool } from '../../server/run-tool.ts'
import { useServer, useTraveller } from '../../server/use-server.ts'

const server = useServer({}, { listens: true })
const ada = useTraveller(server)
let photo = ''
const folder = mkdtempSync(join(tmpdir(), 'handsfree-operator-'))
beforeAll(async () => {
  photo = join(folder, 'bag.png')
  writeFileSync(photo, await photographSuitcase(0))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => runTool(server, ...args)

const operator = ['--as', 'operator']
const courier = ['--as', 'courier:0731']
const desk = ['--as', 'site:hongqiao-railway-station']

const looked = (tag: string) => ['--bag', `${tag}1:4471`, '--bag', `${tag}3:4473`, '--photo', photo]

/** Commands from paid to closed by the responsible employees, and the status after each. */
const walk = (order: string, tag: string): [string[], string][] => [
  [['review', order, 'pass', ...operator], 'review_pass'],
  [['assign', order, '0731', ...operator], 'review_pass'],
  [['accept', order, ...courier], 'pending_pickup'],
  [['arrive', order, ...courier], 'pending_pickup'],
  [
    ['pick-up', order, '--bag', `${tag}1:4471`, '--bag', `${tag}2:4472`, '--photo', photo, ...courier],
    'in_transit',
  ],
  [['tag', order, `${tag}2`, `${tag}3`, '4473', '--photo', photo, ...courier], 'in_transit'],
  [['transport', order, ...courier], 'in_transit'],
  [['arrive-delivery', order, ...looked(tag), ...courier], 'arrived'],
  [['store', order, ...courier], 'pending_storage'],
  [['confirm', order, ...desk], 'delivered'],
  [['hand', order, '--name', 'Ada', '--phone', '+86 13812342046', ...looked(tag), ...desk], 'handed'],
  [['close', order, ...operator], 'completed'],
]

test('explains refused tokens, sites and states in words for operators', async () => {
  const errors = async (...args: string[]) => (await run(...args)).errors.split('\n')[0]
  const desk = ['employees', 'add', 'site', '--name', 'Desk', '--phone', '+86 571 0000 0901', '--site']
  const unknown = 'not logged in: The token is unknown or expired, or its employee is disabled.'
  expect([
    await errors('list', '--token', 'lost'),
    await errors(...desk, 'nowhere'),
    await errors(...desk, 'nowhere', '--lang', 'zh-CN'),
    await errors('employees', 'disable', 'operator', ...operator),
  ]).toEqual([
    `1010 ${unknown}`,
    '2010 employee location not exists: Unknown site. `catalogue sites` lists them.',
    '2010 employee location not exists: 没有该网点，名单见 catalogue sites。',
    '2005 employees can’t change their own state: The employee is disabled, or is you; or the traveller has an ongoing order.',
  ])
})

test('names the refused field and the reason', async () => {
  const draft = join(folder, 'draft.json')
  const { qrId, delivery, receiver } = orderDraft
  const times = { pickupTime: '2027-03-01T10:00:00+08:00', deliveryTime: '2027-03-01T15:00:00+08:00' }
  const words = { roomNumber: '', roomPassword: '', remarks: '' }
  const facts = { qrId, delivery, receiver, ...times, ...words, pieces: 2, declaredValue: 0 }
  writeFileSync(draft, JSON.stringify(facts))
  const { code, errors } = await run('prepare', draft, ...operator)
  expect([code, errors.split('\n').at(-1)]).toEqual([1, 'pickupTime: tooLate.'])
})

/** The tool's error for an address other than this server's, without its last two sentences. */
async function noAnswerOf(url: string): Promise<[code: number, line: string | undefined]> {
  const errors: string[] = []
  const terminal = { write() {}, writeError: (line: string) => errors.push(line), hasColour: false }
  const code = await runOperator(['list', '--url', url], terminal)
  return [code, errors.join('\n').split('. If the command changes something')[0]]
}

test('explains a missing answer: unknown host, refused connection, proxy or another server', async () => {
  const other = createServer(({ url = '' }, response) => {
    response.writeHead(url.startsWith('/proxy/') ? 502 : 200).end('<h1>Hello</h1>')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  expect(await noAnswerOf(`${url}/proxy`)).toEqual([
    3,
    `Cannot reach Handsfree at ${url}/proxy: 502 Bad Gateway`,
  ])
  expect(await noAnswerOf(url)).toEqual([
    3,
    `Cannot reach Handsfree at ${url}: the response is from another server or version`,
  ])
  other.close()
  other.closeAllConnections()
  await once(other, 'close')
  expect(await noAnswerOf(url)).toEqual([
    3,
    `Cannot reach Handsfree at ${url}: connection refused (ECONNREFUSED)`,
  ])
  const [code, line] = await noAnswerOf('http://nowhere.invalid')
  expect([code, line?.replace('EAI_AGAIN', 'ENOTFOUND')]).toEqual([
    3,
    'Cannot reach Handsfree at http://nowhere.invalid: unknown host name (ENOTFOUND)',
  ])
})

test('explains an unknown employee id in words for employees', async () => {
  expect(await run('employees', 'token', 'boss')).toEqual({
    code: 1,
    out: '',
    errors: '2000 user not exists: Unknown id or phone number. `employees` lists the employees.',
  })
})

test('finds a caller’s orders by phone number with a reason', async () => {
  const receiver = { name: 'Kim', dialCode: '852', phoneNumber: '51234567' }
  const { orderNumber } = await ada.order({ receiver })
  const call = ['person', 'orders', '+852 51234567', ...operator]
  const { code, out } = await run(...call, '--reason', 'Lost phone')
  expect([code, out.includes(orderNumber), out.includes('51234567')]).toEqual([0, true, false])
  const { errors, ...rest } = await run(...call)
  expect([rest, errors]).toEqual([
    { code: 2, out: '' },
    expect.stringContaining("required option '--reason <text>' not specified"),
  ])
})

test.each([
  [['claims', 'show', 'nope'], '1002 not found: Unknown id. `claims all` and `catalogue` list valid ids.'],
  [['jobs', 'retry', 'nope'], '1007 unknown job: The job is unknown or done. `jobs` lists open jobs.'],
])('explains an unknown id of %j in words for employees', async (args, errors) => {
  expect(await run(...args)).toEqual({ code: 1, out: '', errors })
})

test('moves an order from paid to closed by commands, with readable output', async () => {
  const { orderId, orderNumber, pickupTime } = await ada.paidOrder()
  // Both sites are eight hours ahead of UTC.
  const eightHoursOn = new Date(Date.parse(pickupTime) + 8 * 3_600_000).toISOString()
  const pickup = `${eightHoursOn.slice(0, 16).replace('T', ' ')} Hangzhou`
  expect((await run('list')).out).toContain(pickup)
  for (const [args, status] of walk(orderNumber, 'T')) {
    const { code, out, errors } = await run(...args)
    expect([args[0], code, errors, (await ada.read(orderId)).status]).toEqual([args[0], 0, '', status])
    expect(out).toContain(orderNumber)
    if (args[0] !== 'transport') continue
    // The server's clock stands still at 2026-11-21, and the tool's clock is later than every promised time.
    expect((await run('show', orderId)).out).toMatch(/^late +\d+ min later than \S+ \S+ Hangzhou$/m)
    expect((await run('list')).out).toMatch(new RegExp(`^${orderNumber} .* late$`, 'm'))
  }
  const shown = await run('show', orderId.slice(0, 12))
  expect(shown.out).toMatch(/^HF .+ {2}Completed\n/)
  expect(shown.out).toContain('+86 13812342046')
  expect(shown.out).toContain(pickup)
  const rows = Object.fromEntries(
    [...shown.out.matchAll(/^(\S[\w ]*?) {2,}(.+)$/gm)].map(([, name, fact]) => [name, fact]),
  )
  expect(rows).toMatchObject({
    traveller: expect.stringMatching(/^\+86 \d{11}$/),
    delivery: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d Hangzhou$/),
    'pickup address': '18 Nanshan Road, Hangzhou · Front desk in the lobby',
    'pickup phone': expect.stringMatching(/^\+86 /),
    'pickup hours': expect.stringMatching(/^always open$|^\d\d:\d\d to \d\d:\d\d/),
    'delivery phone': expect.stringMatching(/^\+86 /),
  })
  const log = await run('log', orderId)
  expect(log.out).toMatch(/23 hotelHand +employee:site-hongqiao-railway-station/)
  expect(log.out).toMatch(/^[^\n]*time \(Hangzhou\)/i)
  expect((await ada.read(orderId)).bags[0]?.photos.map(({ takenBy }) => takenBy)).toEqual([
    'traveller',
    'courier',
  ])
  const { out } = await run('ledger', orderId)
  const looks = [...out.matchAll(/^T1 +(\w+) +(\w+) +\S+ \S+ +(\d*) +(\d)/gm)]
  expect(looks.map((look) => look.slice(1))).toEqual([
    ['order', 'traveller', '', '1'],
    ['pickup', 'courier', '4471', '1'],
    ['delivery', 'courier', '4471', '1'],
    ['handOver', 'site', '4471', '1'],
  ])
  const pictures = [...out.matchAll(/^T3 (\w+) {2}(http:\S+)$/gm)].map(([, where, url]) => [where, url])
  expect(pictures.map(([where]) => where)).toEqual(['order', 'retag'])
  const answer = await fetch(pictures.at(-1)?.[1] ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('hands over by a scanned card: a courier from the car, an operator from storage', async () => {
  const carried = await ada.paidOrder({
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: '' },
  })
  const stored = await ada.paidOrder()
  for (const [args] of walk(carried.orderId, 'C').slice(0, 8))
    expect([args[0], (await run(...args)).errors]).toEqual([args[0], ''])
  for (const [args] of walk(stored.orderId, 'S').slice(0, 10))
    expect([args[0], (await run(...args)).errors]).toEqual([args[0], ''])
  const byCourier = await run('scan', cardContent(carried), ...looked('C'), ...courier)
  expect([byCourier.errors, (await ada.read(carried.orderId)).status]).toEqual(['', 'handed'])
  expect((await run('ledger', carried.orderId)).out).toMatch(/^C1 +handOver +courier .+ 4471 +1/m)
  const byOperator = await run('scan', cardContent(stored))
  expect([byOperator.errors, (await ada.read(stored.orderId)).status]).toEqual(['', 'handed'])
  expect((await run('log', stored.orderId)).out).toMatch(/23 hotelHand +employee:operator/)
})

test('moves an order by its id with --json', async () => {
  const { orderId } = await ada.paidOrder()
  for (const [args, status] of walk(orderId, 'J')) {
    const { code, out } = await run(...args, '--json')
    const order: OperatorOrder = JSON.parse(out)
    expect([args[0], code, order.orderId, order.status]).toEqual([args[0], 0, orderId, status])
  }
})

test('explains to employees in both languages why bags are not handed over', async () => {
  const { orderId, orderNumber, claimCode } = await ada.paidOrder()
  for (const [args] of walk(orderNumber, 'E').slice(0, -2)) await run(...args)
  const wrong = claimCode === '222222' ? '333333' : '222222'
  const hand = (code: string, ...more: string[]) => run('hand', orderId, '--code', code, ...desk, ...more)
  expect((await hand(wrong)).errors).toMatch(
    /^1012 .*the claim code, name or phone number isn’t the receiver’s\./,
  )
  expect((await hand(wrong, '--lang', 'zh-CN')).errors).toMatch(/^1012 .*领取码、姓名、电话与领取人不符。/)
  expect((await hand(claimCode ?? '')).code).toBe(0)
  expect((await hand(claimCode ?? '')).errors).toMatch(/^5007 .*are stored or handed over\./)
})

test('lists views in both languages, and explains refusals with the possible actions', async () => {
  const { orderId, orderNumber } = await ada.paidOrder()
  const english = await run('list', 'waitReview')
  const chinese = await run('list', 'waitReview', '--lang', 'zh-CN')
  expect(english.out).toContain('Lakeside Garden Hotel')
  expect(chinese.out).toContain('湖畔花园酒店')
  const early = await run('close', orderNumber)
  expect([early.code, early.errors]).toEqual([
    1,
    expect.stringMatching(/^5003 .*\nPossible now: review\.pass, review\.reject/),
  ])
  const asJson = await run('close', orderId, '--json')
  expect([asJson.code, JSON.parse(asJson.errors).code]).toEqual([1, 5003])
  expect((await run('review', orderId, 'pass', ...courier)).errors).toContain(`Unknown order: ${orderId}`)
  expect(await run('show', 'nothing')).toMatchObject({ code: 2, out: '' })
  expect((await run('show', 'HF')).errors).toMatch(/^HF matches several orders: .+ Type more characters\.$/)
  const dead = await run('list', '--token', 'dead')
  expect([dead.code, dead.errors]).toEqual([1, expect.stringContaining('--as in the demo')])
})

test('shows the city of a traveller’s own address in a list and on the order', async () => {
  const { orderId } = await ada.paidOrder({
    delivery: { kind: 'custom', regionId: 'shanghai', address: '1 Century Avenue', detail: 'Tower 2' },
  })
  expect((await run('show', orderId)).out).toContain('1 Century Avenue · Shanghai · Tower 2')
  expect((await run('list', 'waitReview')).out).toContain('1 Century Avenue · Shanghai · Tower 2')
  expect((await run('show', orderId, '--lang', 'zh-CN')).out).toContain('1 Century Avenue · 上海 · Tower 2')
})

test('adds employees, creates their tokens, and disables them', async () => {
  const added = await run(
    ...['employees', 'add', 'courier', '--name', 'Courier 0500', '--phone', '+86 571 0000 0500'],
    ...['--plate', '浙A·0X500', '--json'],
  )
  const { employeeId } = JSON.parse(added.out)
  const made = await run('employees', 'token', employeeId, '--json')
  const { token } = JSON.parse(made.out)
  expect((await run('list', `--token=${token}`)).out).toContain('0 orders')
  expect((await run('employees')).out).toMatch(/Courier 0500 +\+86 571 0000 0500/)
  expect((await run('employees', 'disable', employeeId)).code).toBe(0)
  expect((await run('list', `--token=${token}`)).code).toBe(1)
  expect((await run('employees', 'add', 'courier', '--name', 'X')).errors).toBe(
    'Missing or invalid: --phone. `employees add --help` describes the options.',
  )
})

test('prints an invitation that works, lists who is on shift, and signs employees out', async () => {
  const invited = JSON.parse((await run('employees', 'invite', 'courier-0418', '--json')).out)
  const { pathname } = new URL(invited.url)
  const token = pathname.slice('/crew/invitation/'.length)
  const body = { password: 'seven brown bags' }
  const accepted = await server.call(acceptInvitation, { params: { token }, body })
  expect(accepted.result.employee.employeeId).toBe('courier-0418')
  expect((await run('employees', 'invite', 'courier-0418')).out).toMatch(
    /^Works once, until .+\nhttp:\/\/127\.0\.0\.1:\d+\/crew\/invitation\/[\w-]{22}\n[\s\S]+[█▀▄]{8}/,
  )
  expect((await run('shifts')).out).toBe('Nobody is on shift.')
  const { token: session } = accepted.result
  await server.call(startShift, { token: session, body: {} })
  expect((await run('shifts')).out).toContain('courier-0418')
  await server.call(endShift, { token: session, body: { plate: accepted.result.employee.plate } })
  expect(JSON.parse((await run('employees', 'sign-out', 'courier-0418', '--json')).out)).toEqual({ ended: 1 })
  expect((await server.call(getOwnEmployee, { token: session })).code).toBe(1010)
})
