import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import {
  answerQuestion,
  cancelOrder,
  changeOrder,
  createClaim,
  createOrder,
  deleteAccount,
  endDevice,
  endOtherDevices,
  exportAccount,
  getDeletionTerms,
  getOrder,
  getProfiles,
  listDevices,
  makeReceiverLink,
  operatorDeletePerson,
  operatorExportPerson,
  operatorGetOrder,
  operatorListOrders,
  operatorListPersonLog,
  operatorListPersonOrders,
  operatorReview,
  operatorWriteNote,
  prepareOrder,
  sendFeedback,
  sendVerificationCode,
  signIn,
  subscribePush,
  updateProfile,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deviceName } from '../../../server/domain/account/device-name.ts'
import { exportZip } from '../../../server/domain/account/export-zip.ts'
import { orders } from '../../../server/domain/orders/orders.table.ts'
import { passkeys } from '../../../server/domain/passkeys/passkeys.table.ts'
import { receiptMails } from '../../../server/domain/receipts/receipt-mails.table.ts'
import { rememberEntries } from '../../../server/domain/saved/saved-entries.ts'
import { textMessages } from '../../../server/domain/texts/text-messages.table.ts'
import { sweep } from '../../../server/flows/sweep.ts'
import { newIp, newPhone } from '../harness.ts'
import { createPushDevice, pushOrigin } from '../soft-push.ts'
import { draftOf, newTraveller, operate, operatorToken, runDue, type TestTraveller } from '../trip.ts'
import { useServer } from '../use-server.ts'

const server = useServer()
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

/** Signs in again after the one-minute wait between codes. */
const signInAgain = async (phoneNumber: string) => {
  server.clock.advance(61_000)
  return server.signIn(phoneNumber)
}
const devicesOf = async (token: string) => (await server.call(listDevices, { token })).result
const isAlive = async (token: string) => (await server.call(listDevices, { token })).code === 0

const fileIdOf = (url: string): string => /files\/([\w-]+)/.exec(url)?.[1] ?? ''

/** A zip's files by name, in order, from its central directory. */
function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(begin, begin + size)
    files.set(
      zip.toString('utf8', at + 46, at + 46 + name!),
      method === 8 ? inflateRawSync(content) : content,
    )
    at += 46 + name! + extra! + comment!
  }
  return files
}

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } }

/**
 * A zip's files as a streaming reader finds them, from local headers only. Like Java's `ZipInputStream`, it accepts a
 * size after the content only for deflated files.
 */
function streamZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [flags, method] = [zip.readUInt16LE(at + 6), zip.readUInt16LE(at + 8)]
    const [name, extra] = [zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)]
    const begin = at + 30 + name!
    const title = zip.toString('utf8', at + 30, begin)
    const isSizeLater = (flags! & 8) !== 0
    if (isSizeLater && method !== 8)
      throw new Error(`only deflated files may have a data descriptor: ${title}`)
    const content = zip.subarray(
      begin + extra!,
      isSizeLater ? undefined : begin + extra! + zip.readUInt32LE(at + 18),
    )
    const { buffer, engine } =
      method === 8
        ? (inflateRawSync(content, { info: true }) as unknown as Inflated)
        : { buffer: content, engine: { bytesWritten: content.length } }
    files.set(title, buffer)
    at = begin + extra! + engine.bytesWritten + (isSizeLater ? 16 : 0)
  }
  return files
}

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8.0',
    'WeChat · Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  ['node', ''],
  [undefined, ''],
])('names the device %s by brands: %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))

test('lists the traveller’s devices, ends one and then all others, and disconnects them', async () => {
  const phone = newPhone()
  const first = await server.signIn(phone)
  const second = await signInAgain(phone)
  const third = await signInAgain(phone)
  const devices = await devicesOf(third.token)
  expect(devices.map(({ isThis }) => isThis)).toEqual([true, false, false])
  const bo = await server.signIn()
  const [, stolen] = devices
  const params = { deviceId: stolen!.deviceId }
  expect(await server.call(endDevice, { token: bo.token, params })).toMatchObject({ status: 404, code: 1002 })
  server.hints.length = 0
  expect((await server.call(endDevice, { token: third.token, params })).code).toBe(0)
  expect(await server.call(endDevice, { token: third.token, params })).toMatchObject({ code: 1002 })
  expect(server.hints).toEqual([{ kind: 'disconnect', uin: first.uin }])
  expect(await Promise.all([first, second, third].map(({ token }) => isAlive(token)))).toEqual([
    true,
    false,
    true,
  ])
  expect((await server.call(endOtherDevices, { token: third.token })).result).toEqual({ ended: 1 })
  expect(await Promise.all([first, third, bo].map(({ token }) => isAlive(token)))).toEqual([
    false,
    true,
    true,
  ])
})

const download = (url: string, headers = {}) =>
  server.app.inject({ method: 'GET', url, headers, remoteAddress: newIp() })
const makeUrl = async (token: string) => (await server.call(exportAccount, { token })).result.url
const isWhole = async (url: string) => (await download(url)).statusCode === 200

test('downloads an account as one zip, once, for five minutes, while signed in', async () => {
  const ada = await newTraveller(server)
  await server.call(updateProfile, { token: ada.token, body: { name: 'Ada Export' } })
  const answer = await download(await makeUrl(ada.token))
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  const names = [...readZip(answer.rawPayload).keys()]
  expect(names).toEqual(['README.txt', 'account.json', `photos/${fileIdOf(ada.photo)}.webp`])
  const used = await makeUrl(ada.token)
  expect(await isWhole(used)).toBe(true)
  await expect.poll(() => isWhole(used)).toBe(false)
  const late = await makeUrl(ada.token)
  server.clock.advance(5 * 60_000 + 1)
  expect(await isWhole(late)).toBe(false)
  const gone = await makeUrl(ada.token)
  await server.services.db.execute(sql`delete from tokens where uin = ${ada.uin}`)
  expect(await isWhole(gone)).toBe(false)
  expect(await isWhole('/api/account/export/unknown')).toBe(false)
})

test('counts only completed downloads, three a day, but not prefetches and broken ones', async () => {
  const ada = await newTraveller(server)
  const url = await makeUrl(ada.token)
  expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
  for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])
    expect((await download(url, headers)).statusCode).toBe(404)
  const { fileStore } = server.services
  const read = fileStore.read.bind(fileStore)
  fileStore.read = () => Promise.reject(new Error('the line broke'))
  await download(url).catch(() => null)
  fileStore.read = read
  expect(await isWhole(url)).toBe(true)
  await makeUrl(ada.token)
  for (const _ of [1, 2]) expect(await isWhole(await makeUrl(ada.token))).toBe(true)
  const ask = () => server.call(exportAccount, { token: ada.token })
  await expect.poll(ask).toMatchObject({ status: 429, code: 1012 })
  server.clock.advance(86_400_001)
  const fresh = await makeUrl(ada.token)
  fileStore.read = () => Promise.reject(new Error('the line broke'))
  for (let tries = 0; tries < 5; tries++) await download(fresh).catch(() => null)
  fileStore.read = read
  expect(await isWhole(fresh)).toBe(false)
  for (let made = 1; made < 12; made++) await makeUrl(ada.token)
  expect(await ask()).toMatchObject({ status: 429, code: 1012 })
})

test('downloads from an address that has tried too many unknown tickets', async () => {
  const ada = await newTraveller(server)
  const url = await makeUrl(ada.token)
  const ask = (path: string) => server.app.inject({ method: 'GET', url: path, remoteAddress: '10.77.0.1' })
  for (let tries = 0; tries < policy.linkWrongTriesPerHour; tries++)
    expect((await ask(`/api/account/export/${'A'.repeat(22)}`)).statusCode).toBe(404)
  expect((await ask(`/api/account/export/${'A'.repeat(22)}`)).statusCode).toBe(429)
  expect((await ask(url)).statusCode).toBe(200)
})

test('includes all data of the traveller in the download, and nothing of others', async () => {
  const [ada, bo] = [await newTraveller(server), await newTraveller(server)]
  const { result } = await server.call(getProfiles, { token: ada.token, query: { uins: [ada.uin] } })
  const phone = { dialCode: '86', phoneNumber: result[ada.uin]!.phone }
  const { db, fileStore, keys, now } = server.services
  for (const [who, words] of [
    [ada, 'blue of Ada'],
    [bo, 'red of Bo'],
  ] as const) {
    const { orderId } = await who.paidOrder({ remarks: words })
    const params = { orderId }
    const { token } = who
    await server.call(changeOrder, {
      token,
      params,
      body: { facts: { remarks: `wished ${words}` }, difference: 0 },
    })
    await server.call(makeReceiverLink, { token, params, body: { showsClaimCode: true } })
    const content = JSON.stringify({ text: `said ${words}`, images: [who.photo] })
    await server.call(sendFeedback, { token, body: { type: 0, content } })
    const times = { createTime: now() }
    await db.insert(passkeys).values({
      passkeyId: `passkey ${words}`,
      credentialId: words,
      uin: who.uin,
      name: words,
      publicKey: '',
      counter: 0,
      transports: [],
      ...times,
    })
    await server.call(subscribePush, {
      token,
      body: { subscription: createPushDevice().subscription, locale: 'en-US', kinds: ['trip'] },
    })
    await db.insert(textMessages).values({ orderId, kind: 'pickedUp', lastError: words, ...times })
    await db.insert(receiptMails).values({ orderId, occasion: `paid ${words}`, ...times })
    await operate(server, operatorWriteNote, orderId, { words: `calls at nine, ${words}` })
    await operate(server, operatorReview, orderId, { result: 'reject', reason: `too heavy, ${words}` })
  }
  const guests = [phone, { dialCode: '86', phoneNumber: newPhone() }]
  for (const [index, guest] of guests.entries()) {
    const draft = draftOf([], { remarks: index === 0 ? 'filled in, blue of Ada' : 'filled in, red of Bo' })
    const body = { draft, isTemporary: true, guest }
    expect((await server.call(prepareOrder, { token: operatorToken, body })).code).toBe(0)
  }
  const ask = { token: operatorToken, body: { ...phone, reason: 'Asked by letter, blue of Ada' } }
  await server.call(operatorExportPerson, ask)

  const read: string[] = []
  const watched = {
    ...fileStore,
    read: (key: string) => {
      read.push(key)
      return fileStore.read(key)
    },
  }
  const stream = await exportZip({ db, keys, now, fileStore: watched }, ada.uin)
  expect(read).toEqual([])
  const zip = await buffer(stream)
  const files = readZip(zip)
  expect(streamZip(zip)).toEqual(files)
  expect(read).toEqual([fileIdOf(ada.photo)])
  const text = files.get('account.json')!.toString()
  for (const theirs of ['red of Bo', bo.uin, fileIdOf(bo.photo), 'ticketHash', 'tokenHash'])
    expect(text).not.toContain(theirs)
  const account = JSON.parse(text)
  const [order] = account.orders
  expect(Object.keys(account)).toEqual([
    ...['exportTime', 'profile', 'devices', 'passkeys', 'pushSubscriptions', 'consents', 'saved', 'orders'],
    ...['preparedOrders', 'disputes'],
    ...['claims', 'notifications', 'feedback', 'photos', 'downloads', 'lookedUpByEmployees'],
  ])
  expect([account.profile.uin, account.devices.length, account.orders.length]).toEqual([ada.uin, 1, 1])
  expect(account.passkeys).toEqual([
    { passkeyId: 'passkey blue of Ada', name: 'blue of Ada', createTime: expect.any(String), useTime: null },
  ])
  expect(account.pushSubscriptions).toEqual([
    expect.objectContaining({ pushService: 'fcm.googleapis.com', locale: 'en-US', kinds: ['trip'] }),
  ])
  expect(order).toMatchObject({
    remarks: 'wished blue of Ada',
    photos: [`photos/${fileIdOf(ada.photo)}.webp`],
    changes: [{ kind: 'order', stage: 'applied', facts: { remarks: 'wished blue of Ada' } }],
    textMessages: [{ kind: 'pickedUp', state: 'due' }],
    pushMessages: [{ kind: 'trip', state: 'due' }],
    receiverLinks: [{ showsClaimCode: true, takenBackTime: null }],
    staffNotes: [{ words: 'calls at nine, blue of Ada' }],
    reviews: [{ result: 'reject', reason: 'too heavy, blue of Ada' }],
  })
  expect(order.receiptMails).toContainEqual(expect.objectContaining({ occasion: 'paid blue of Ada' }))
  expect(order.trace.length).toBeGreaterThan(0)
  expect(account.preparedOrders).toEqual([
    expect.objectContaining({
      guest: phone,
      draft: expect.objectContaining({ remarks: 'filled in, blue of Ada' }),
    }),
  ])
  expect(account.feedback).toEqual([
    expect.objectContaining({ text: 'said blue of Ada', images: [`photos/${fileIdOf(ada.photo)}.webp`] }),
  ])
  expect(account.notifications.length).toBeGreaterThan(0)
  expect([account.downloads.length, account.lookedUpByEmployees]).toEqual([
    1,
    [expect.objectContaining({ what: 'export', reason: 'Asked by letter, blue of Ada' })],
  ])
  const halted = await exportZip(
    { db, keys, now, fileStore: { ...fileStore, read: () => Promise.reject(new Error('disk')) } },
    ada.uin,
  )
  await expect(buffer(halted)).rejects.toThrow('disk')
})

/** Tables that refer to a traveller or an order, grouped by what the download includes. */
const exported = [
  ...[
    'account_exports',
    'bag_entries',
    'bag_questions',
    'claims',
    'consents',
    'feedback',
    'files',
    'invoices',
    'notifications',
  ],
  ...[
    'order_bags',
    'order_changes',
    'order_reviews',
    'order_trace',
    'orders',
    'payments',
    'person_operations',
  ],
  ...['prepared_orders', 'receipt_mails', 'receiver_links', 'refunds', 'saved_entries', 'sms_notices'],
  ...['refund_requests', 'staff_notes'],
  ...['passkeys', 'push_messages', 'tokens', 'users'],
]
/**
 * Employees' actions on an order, which the trace covers, random challenges that last for minutes, and failed calls,
 * which have nothing that the caller sent and last for 30 days.
 */
const excused = ['failed_calls', 'order_operations', 'passkey_challenges']

test('covers each table that refers to a traveller or an order in the download, or excuses it', async () => {
  const { rows } = (await server.services.db.execute(
    sql`select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('uin', 'order_id') order by 1`,
  )) as { rows: { name: string }[] }
  expect(rows.map(({ name }) => name)).toEqual([...exported, ...excused].toSorted())
})

const codeFor = async (phone: string) => {
  server.clock.advance(61_000)
  const sent = await server.call(sendVerificationCode, {
    body: { dialCode: '86', phoneNumber: phone },
    ip: newIp(),
  })
  return { code: sent.result.demoCode ?? '', requestId: sent.result.requestId }
}

const everyRow = async () => {
  const tables = (await server.services.db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'verification%'`,
  )) as { rows: { name: string }[] }
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = (await server.services.db.execute(
        sql`select ${name} || ' ' || t::text as text from ${sql.identifier(name)} t`,
      )) as { rows: { text: string }[] }
      return rows.map(({ text }) => text)
    }),
  )
  return texts.flat()
}

const secrets = [
  'Ada Unique',
  'ada.unique@example.com',
  'Grace Unique',
  '13912345678',
  'blue unique',
  'Unique Lane 5',
  'unique kind words',
]
const holding = async (phone: string) =>
  (await everyRow()).filter((row) => [...secrets, phone].some((secret) => row.includes(secret)))

/** A traveller with a completed order, an own address, feedback and a photo. */
const makeLeaver = async (): Promise<{ ada: TestTraveller; phone: string; orderId: string }> => {
  const ada = await newTraveller(server)
  const { result } = await server.call(getProfiles, { token: ada.token, query: { uins: [ada.uin] } })
  const { token } = ada
  await server.call(updateProfile, { token, body: { name: 'Ada Unique', email: 'ada.unique@example.com' } })
  await server.call(sendFeedback, {
    token,
    body: { type: 0, content: JSON.stringify({ text: 'unique kind words', images: [] }) },
  })
  const { subscription } = createPushDevice(pushOrigin, '/unique')
  const subscribed = { subscription, locale: 'en-US', kinds: ['trip'] }
  expect((await server.call(subscribePush, { token, body: subscribed })).code).toBe(0)
  const draft = {
    delivery: { kind: 'custom', regionId: 'shanghai', address: 'Unique Lane 5', detail: 'Unique Lane 5' },
    receiver: { name: 'Grace Unique', dialCode: '86', phoneNumber: '13912345678' },
    remarks: 'blue unique',
  } as const
  const { orderId } = await ada.paidOrder(draft)
  await server.services.db.transaction((tx) =>
    rememberEntries(tx, server.services, ada.uin, draft, ['receiver', 'address']),
  )
  const phoneNumber = result[ada.uin]!.phone
  // Prepared at a desk, but not taken over.
  const prepared = await server.call(prepareOrder, {
    body: { draft: draftOf([], draft), isTemporary: true, guest: { dialCode: '86', phoneNumber } },
    token: 'demo-site-lakeside-garden-hotel-token',
  })
  expect(prepared.code).toBe(0)
  // The state after a return to an address.
  await server.services.db.update(orders).set({ returnPlace: sql`delivery_place` })
  return { ada, phone: phoneNumber, orderId }
}

test('refuses to delete an account with an ongoing order or refund, then deletes all personal data', async () => {
  const { ada, phone, orderId } = await makeLeaver()
  const terms = (await server.call(getDeletionTerms, { token: ada.token })).result
  expect(terms).toEqual({
    ongoing: [{ orderId, orderNumber: expect.any(String) }],
    keptOrders: 1,
    keptUntil: expect.stringMatching(/^2036-11-/),
  })
  const proof = await codeFor(phone)
  const remove = (token: string, body: object) => server.call(deleteAccount, { token, body, ip: newIp() })
  expect(await remove(ada.token, proof)).toMatchObject({ status: 409, code: 2005 })
  expect((await holding(phone)).length).toBeGreaterThan(3)
  await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Grace Unique is too heavy' })
  expect(await remove(ada.token, proof)).toMatchObject({ status: 409, code: 2005 })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  expect((await server.call(getDeletionTerms, { token: ada.token })).result.ongoing).toEqual([])
  // Another number's code doesn't work here, and doesn't count as a guess.
  const bo = await newTraveller(server)
  const eves = newPhone()
  await server.signIn(eves)
  expect(await remove(ada.token, await codeFor(eves))).toMatchObject({ code: 2002 })
  const fresh = await codeFor(phone)
  expect(await remove(bo.token, fresh)).toMatchObject({ code: 2002 })
  expect(
    await remove(ada.token, { ...fresh, code: fresh.code === '000000' ? '000001' : '000000' }),
  ).toMatchObject({ code: 2002 })
  server.hints.length = 0
  expect((await remove(ada.token, fresh)).code).toBe(0)
  expect(server.hints).toEqual([{ kind: 'disconnect', uin: ada.uin }])
  // Repeats the deletion and makes other calls with the ended token.
  expect(await remove(ada.token, fresh)).toMatchObject({ code: 1010 })
  for (const shape of [getOrder, cancelOrder, listDevices, exportAccount])
    expect(await server.call(shape, { token: ada.token, params: { orderId } })).toMatchObject({ code: 1010 })
  expect(await holding(phone)).toEqual([])
  const kept = await server.call(operatorGetOrder, { token: operatorToken, params: { orderId } })
  expect([kept.code, kept.result.total.amount > 0, kept.result.receiver.name]).toEqual([0, true, ''])
  expect((await server.call(operatorListOrders, { token: operatorToken })).code).toBe(0)
  await sweep(server.services)
  expect(await server.services.fileStore.read(/files\/([\w-]+)/.exec(ada.photo)?.[1] ?? '')).toBe(null)
  const next = await signInAgain(phone)
  expect(next.uin).not.toBe(ada.uin)
})

test('deletes the number of a deleted account from its codes a day later', async () => {
  const phone = newPhone()
  const { token } = await server.signIn(phone)
  const body = await codeFor(phone)
  expect((await server.call(deleteAccount, { token, body, ip: newIp() })).code).toBe(0)
  server.clock.advance(24 * 3_600_000 + 1_000)
  await sweep(server.services)
  const { rows } = (await server.services.db.execute(
    sql`select phone_number from verification_codes where phone_number = ${phone}
      union all select phone_number from verification_guesses where phone_number = ${phone}`,
  )) as { rows: unknown[] }
  expect(rows).toEqual([])
})

test('refuses an order of an account that is deleted during the request', async () => {
  const ada = await newTraveller(server)
  const { quoteId } = (await ada.tryQuote(draftOf([ada.photo]))).result
  await server.services.db.execute(sql`update users set delete_time = now() where uin = ${ada.uin}`)
  const body = { draft: draftOf([ada.photo]), quoteId, termsVersion: policy.termsVersion }
  expect(await server.call(createOrder, { token: ada.token, body })).toMatchObject({ code: 1010 })
})

test('refuses a claim of an account that is deleted during the request', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  await server.services.db.execute(sql`update users set delete_time = now() where uin = ${ada.uin}`)
  const body = { kind: 'lost', words: 'It is gone', photos: [], amount: 0 }
  const calls = [
    server.call(createClaim, { token: ada.token, params: { orderId }, body }),
    server.call(answerQuestion, {
      token: ada.token,
      params: { questionId: orderId },
      body: { answer: 'notRight' },
    }),
  ]
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([1010, 1010])
})

test('finds a caller’s sent and received orders, and logs the search as 801', async () => {
  const [ada, bob] = [await newTraveller(server), await newTraveller(server)]
  const profiles = await server.call(getProfiles, { token: ada.token, query: { uins: [ada.uin] } })
  const { phone: adas, dialCode } = profiles.result[ada.uin]!
  const friend = { dialCode: '44', phoneNumber: '07911123456' }
  const sent = await ada.order({ receiver: { name: 'Kim', ...friend } })
  server.clock.advance(60_000)
  const received = await bob.order({ receiver: { name: 'Ada', dialCode, phoneNumber: adas } })
  const find = (phone: { dialCode: string; phoneNumber: string }) =>
    server.call(operatorListPersonOrders, { token: operatorToken, body: { ...phone, reason: 'Lost phone' } })
  const ids = (result: { orderId: string }[]) => result.map(({ orderId }) => orderId)
  const ofAda = (await find({ dialCode, phoneNumber: adas })).result
  expect(ids(ofAda)).toEqual([received.orderId, sent.orderId])
  expect(
    ofAda.map(({ receiver, claimCode, roomPassword }) => [receiver.phoneNumber, claimCode, roomPassword]),
  ).toEqual([
    [`${adas.slice(0, 3)}******${adas.slice(-2)}`, null, null],
    ['791*****56', null, null],
  ])
  expect(ids((await find(friend)).result)).toEqual([sent.orderId])
  const stranger = { dialCode: '86', phoneNumber: newPhone() }
  expect(await find(stranger)).toMatchObject({ status: 404, code: 2000 })
  expect(await find({ ...stranger, phoneNumber: '12345' })).toMatchObject({ code: 1008 })
  const log = (await server.call(operatorListPersonLog, { token: operatorToken })).result
  expect(log.slice(0, 3).map(({ what, action, uin, reason }) => [what, action, uin, reason])).toEqual([
    // Searches for a stranger, and for the receiver, who has no account.
    ['orders', 801, null, 'Lost phone'],
    ['orders', 801, null, 'Lost phone'],
    ['orders', 801, ada.uin, 'Lost phone'],
  ])
})

test('exports and deletes an account by number for operators, and logs each as 801 with its reason', async () => {
  const phoneNumber = newPhone()
  const { token, uin } = await server.signIn(phoneNumber)
  const person = { dialCode: '86', phoneNumber }
  const ask = { token: operatorToken, body: { ...person, reason: 'Asked by letter' } }
  const { url } = (await server.call(operatorExportPerson, ask)).result
  expect((await download(url)).statusCode).toBe(200)
  expect((await server.call(operatorDeletePerson, ask)).result).toEqual({
    ongoing: [],
    keptOrders: 0,
    keptUntil: null,
  })
  expect(await isAlive(token)).toBe(false)
  expect(await server.call(operatorDeletePerson, ask)).toMatchObject({ status: 404, code: 2000 })
  const log = (await server.call(operatorListPersonLog, { token: operatorToken })).result
  expect(
    log
      .filter(({ uin: whose }) => whose === uin)
      .map(({ what, action, logType, reason, uin: whose }) => [what, action, logType, reason, whose]),
  ).toEqual([
    ['delete', 801, 7, 'Asked by letter', uin],
    ['export', 801, 7, 'Asked by letter', uin],
  ])
  // The second deletion, without a known traveller.
  expect(log[0]).toMatchObject({ what: 'delete', uin: null })
  const again = await server.call(signIn, { body: { ...person, code: '000000' }, ip: newIp() })
  expect(again.code).not.toBe(0)
})
