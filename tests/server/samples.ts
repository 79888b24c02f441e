import { demoPin, pathOf, queryString } from '@handsfree/core/api'
import * as contract from '@handsfree/core/contract'
import {
  addEmployee,
  type CallRequest,
  type CallShape,
  type Order,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorConfirmPackages,
  operatorDecide,
  operatorHotelHand,
  operatorPickUp,
  operatorReport,
  operatorReview,
  operatorStartTransport,
  operatorTransferApply,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
  sendVerificationCode,
} from '@handsfree/core/contract'
import { policy } from '@handsfree/core/policy'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { signedHeaders } from '../../core/api/secrets.ts'
import { orders as orderTable } from '../../server/domain/orders/orders.table.ts'
import { refundRequests } from '../../server/domain/payments/refund-requests.table.ts'
import { signatureHeader, signWebhook } from '../../server/domain/payments/sandbox/sandbox-signature.ts'
import { invoices } from '../../server/domain/receipts/invoices.table.ts'
import { rememberEntries } from '../../server/domain/saved/saved-entries.ts'
import { newKey, newPhone, type TestServer, testReportKey } from './harness.ts'
import { createSoftPasskey } from './soft-passkey.ts'
import { createPushDevice, type PushDevice } from './soft-push.ts'
import {
  courierChoice,
  courierToken,
  draftOf,
  newBags,
  newPhoto,
  newTraveller,
  operate,
  operatorToken,
  otherCourier,
  type TestTraveller,
} from './trip.ts'

/** Names of the contract's calls. Type checking fails if a table below lacks one. */
export type CallName = {
  [Name in keyof typeof contract]: (typeof contract)[Name] extends CallShape ? Name : never
}[keyof typeof contract]

/** Order stages in which some call on the order is legal. */
const stages = [
  'reviewing',
  'passed',
  'asked',
  'accepted',
  'atPickup',
  'pickedUp',
  'moving',
  'there',
  'applied',
  'confirmed',
  'stored',
  'handed',
] as const
type Stage =
  | (typeof stages)[number]
  | 'offered'
  | 'reported'
  | 'refunding'
  | 'changing'
  | 'wished'
  | 'returning'

type StagedOrder = Pick<Order, 'orderId' | 'claimCode'> & { tags: string[] }

/** One of each kind of thing that a traveller owns. */
export type SampleData = {
  traveller: TestTraveller
  server: TestServer
  orders: Record<Stage | 'unpaid', StagedOrder>
  paymentId: string
  sessionId: string
  refundId: string
  quoteId: string
  /** Orders prepared for the traveller: to read, take over and withdraw. */
  prepared: { preparedId: string; token: string }[]
  guestQuoteId: string
  /** The operator's. */
  employeePhoto: string
  notificationId: string
  /** The receiver's link to the stored order. */
  linkToken: string
  /** The question about the moving order's damaged first bag. */
  questionId: string
  /** Claims of the handed order: received, offered, accepted, and with a complaint. */
  claims: Record<'received' | 'offered' | 'accepted' | 'complained', string>
  /** The operator's requests for refunds, and the session of another operator. */
  refundRequests: Record<'approve' | 'reject' | 'withdraw', string> & { approver: string }
  /** A desk's unread note about the stored order. */
  noteId: string
  /** Orders with a request that waits, and with an invoice whose refund needs a red one. */
  invoices: Record<'waiting' | 'redDue', string>
  deviceId: string
  savedId: string
  passkeys: PasskeySample
  push: PushDevice['subscription']
  /** An account without orders, which can be deleted, and its code. */
  leaver: { token: string; phone: { dialCode: string; phoneNumber: string }; code: string; requestId: string }
  /** Codes sent to two addresses and a new number, and to the traveller's own number. */
  keys: KeySample
  phone: { dialCode: string; phoneNumber: string }
  code: string
  picture: Buffer
  crew: CrewSample
}

type KeySample = {
  mail: { email: string; code: string; requestId: string }[]
  own: { code: string; requestId: string }
  number: { dialCode: string; phoneNumber: string; code: string; requestId: string; proof: string }
}

/** `added` is the owner's. `created` and `used` answer valid challenges. */
type PasskeySample = { added: string; created: contract.CreatedPasskey; used: contract.UsedPasskey }

/** `token`: a session of a courier on shift who carries nothing. `deviceId`: a session of the operator. */
type CrewSample = {
  employeeId: string
  token: string
  plate: string
  phone: { dialCode: string; phoneNumber: string }
  password: string
  deviceId: string
  passkeys: PasskeySample
  invitation: string
  /** Sessions at two sites, and shared tablets of a third one. */
  desks: {
    token: string
    tabletStarter: string
    tablet: contract.TabletAccess
    lostTablet: contract.TabletAccess
  }
}

const must = <Result>(answer: { code: number; result: Result }): Result => {
  if (answer.code !== 0) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.result
}

/** An account may have ten open orders per site, so only early stages start at the hotel. */
const guesthouseDraft = { qrId: 'demo-guesthouse', roomPassword: '4711' }
const earlyStages: readonly Stage[] = stages.slice(0, stages.indexOf('there'))

async function orderAt(server: TestServer, traveller: TestTraveller, stage: Stage): Promise<StagedOrder> {
  const { orderId, claimCode } = await traveller.paidOrder(earlyStages.includes(stage) ? {} : guesthouseDraft)
  const bags = newBags(2).map((bag, index) => ({
    ...bag,
    damage: stage === 'moving' && index === 0 ? 'A wheel is broken' : '',
  }))
  const tags = bags.map(({ tagCode }) => tagCode)
  const act = async (shape: CallShape, body: unknown = {}) => {
    must(await operate(server, shape, orderId, body))
  }
  const walk: Record<(typeof stages)[number], () => Promise<void>> = {
    reviewing: async () => {},
    passed: () => act(operatorReview, { result: 'pass' }),
    asked: () => act(operatorAssign, courierChoice),
    accepted: () => act(operatorDecide, { result: 'allow' }),
    atPickup: () => act(operatorArriveAtPickup),
    pickedUp: () => act(operatorPickUp, { bags }),
    moving: () => act(operatorStartTransport),
    there: () => act(operatorArriveAtDelivery),
    applied: () => act(operatorWarehouseApply),
    confirmed: () => act(operatorConfirmPackages, { tagCodes: tags }),
    stored: () => act(operatorWarehouseConfirm),
    handed: () => act(operatorHotelHand, { claimCode }),
  }
  const begunAt = {
    refunding: 'reviewing',
    offered: 'accepted',
    reported: 'accepted',
    changing: 'accepted',
    wished: 'moving',
    returning: 'stored',
  } as const
  const end = stage in begunAt ? begunAt[stage as keyof typeof begunAt] : (stage as (typeof stages)[number])
  for (const step of stages.slice(0, stages.indexOf(end) + 1)) await walk[step]()
  if (stage === 'offered') await act(operatorTransferApply, otherCourier)
  if (stage === 'reported') await act(operatorReport, { reason: 'A wheel is broken' })
  const own = { params: { orderId }, token: traveller.token }
  if (stage === 'changing') {
    const facts = { pieces: 3 }
    const { difference } = must(await server.call(contract.previewChange, { ...own, body: facts }))
    must(await server.call(contract.changeOrder, { ...own, body: { facts, difference: difference.amount } }))
  }
  if (stage === 'wished') {
    const body = { delivery: { kind: 'site', siteId: 'pudong-airport-t2' } }
    must(await server.call(contract.requestDestinationChange, { ...own, body }))
  }
  if (stage === 'returning') await act(contract.operatorReturn, { step: 'begin', reason: 'refused' })
  if (stage === 'refunding') await act(operatorReview, { result: 'reject', reason: 'Too large' })
  return { orderId, claimCode, tags }
}

const operateLink = (server: TestServer, token: string, orderId: string) =>
  server.call(contract.makeReceiverLink, { params: { orderId }, body: { showsClaimCode: true }, token })

let lastAddress = 0

export async function makeSampleData(server: TestServer): Promise<SampleData> {
  const traveller = await newTraveller(server)
  const at = (stage: Stage) => orderAt(server, traveller, stage)
  const unpaid = await traveller.order()
  const { paymentId, sessionId } = await traveller.openSession(unpaid.orderId)
  const phone = { dialCode: '86', phoneNumber: newPhone() }
  const ip = `10.200.0.${++lastAddress}`
  const { demoCode = '' } = must(await server.call(sendVerificationCode, { body: phone, ip }))
  const orders = {
    unpaid: { orderId: unpaid.orderId, claimCode: null, tags: [] },
    reviewing: await at('reviewing'),
    passed: await at('passed'),
    asked: await at('asked'),
    accepted: await at('accepted'),
    atPickup: await at('atPickup'),
    pickedUp: await at('pickedUp'),
    moving: await at('moving'),
    there: await at('there'),
    applied: await at('applied'),
    confirmed: await at('confirmed'),
    stored: await at('stored'),
    returning: await at('returning'),
    handed: await at('handed'),
    offered: await at('offered'),
    reported: await at('reported'),
    refunding: await at('refunding'),
    changing: await at('changing'),
    wished: await at('wished'),
  }
  const { token } = traveller
  const draft = { brandId: 'draft', name: { 'en-US': 'Draft', 'zh-CN': '草稿' }, closed: true }
  const catalogue = { brands: [draft] }
  must(await server.call(contract.operatorApplyCatalogue, { body: { catalogue }, token: operatorToken }))
  const devices = must(await server.call(contract.listDevices, { token }))
  await server.services.db.transaction((tx) =>
    rememberEntries(tx, server.services, traveller.uin, draftOf([]), ['receiver']),
  )
  const [saved] = must(await server.call(contract.listSaved, { token }))
  const leaver = await makeLeaver(server, ip)
  const claims = await makeClaims(server, token, orders.handed.orderId)
  const note = must(
    await server.call(contract.operatorWriteNote, {
      params: orderIdOf(orders.stored),
      body: { words: 'The guest comes at nine' },
      token: 'demo-site-hongqiao-railway-station-token',
    }),
  )
  const { list } = must(await server.call(contract.listNotifications, { token }))
  const { dialCode, phone: phoneNumber } = must(
    await server.call(contract.getProfiles, { query: { uins: [traveller.uin] }, token }),
  )[traveller.uin]!
  const prepared: SampleData['prepared'] = []
  for (const pieces of [1, 2, 3]) {
    const { order, url } = must(
      await server.call(contract.prepareOrder, {
        body: {
          draft: draftOf([], { pieces }),
          isTemporary: true,
          guest: { dialCode, phoneNumber },
        },
        token: operatorToken,
      }),
    )
    prepared.push({ preparedId: order.preparedId, token: url.split('/').at(-1)! })
  }
  const readable = await server.call(contract.getPreparedOrder, {
    params: { token: prepared[1]!.token },
    token,
  })
  return {
    traveller,
    server,
    orders,
    prepared,
    guestQuoteId: must(readable).order!.quote.quoteId,
    employeePhoto: await newPhoto(server, traveller.uin, { employeeId: 'operator' }),
    paymentId,
    sessionId,
    refundId: (await traveller.read(orders.refunding.orderId)).refunds[0]!.refundId,
    quoteId: must(await traveller.tryQuote(draftOf([]))).quoteId,
    notificationId: list[0]!.notificationId,
    deviceId: devices[0]!.deviceId,
    savedId: saved!.savedId,
    passkeys: await makePasskeys(server, token),
    push: createPushDevice().subscription,
    leaver,
    keys: await makeKeys(server, { dialCode, phoneNumber }, token),
    claims,
    refundRequests: await makeRefundRequests(server, orders),
    noteId: note.noteId,
    invoices: await makeInvoices(server, orders),
    linkToken:
      must(await operateLink(server, token, orders.stored.orderId)).link?.path?.slice('/trip/'.length) ?? '',
    questionId: must(await server.call(contract.getLedger, { params: orderIdOf(orders.moving), token }))
      .questions[0]!.questionId,
    phone,
    code: demoCode,
    crew: await makeCrew(server),
    picture: await sharp({ create: { width: 6, height: 4, channels: 3, background: '#0e5c4a' } })
      .jpeg()
      .toBuffer(),
  }
}

const consent = { version: policy.privacyVersion, locale: 'en-US' } as const
const passkeyHost = { host: 'handsfree.example' }

async function makePasskeys(
  server: TestServer,
  token: string,
  start: typeof contract.startPasskey | typeof contract.startCrewPasskey = contract.startPasskey,
  add: typeof contract.addPasskey | typeof contract.addCrewPasskey = contract.addPasskey,
): Promise<PasskeySample> {
  const given = { body: {}, headers: passkeyHost }
  const newOptions = async () => must(await server.call(start, { ...given, token }))
  const device = createSoftPasskey('http://handsfree.example')
  const body = { passkey: device.create(await newOptions()) }
  const [added] = must(await server.call(add, { ...given, body, token }))
  return {
    added: added!.passkeyId,
    created: createSoftPasskey('http://handsfree.example').create(await newOptions()),
    used: device.use(must(await server.call(contract.startPasskeySignIn, given))),
  }
}

async function makeClaims(server: TestServer, token: string, orderId: string): Promise<SampleData['claims']> {
  let made = 0
  const make = async () => {
    // Two claims with the same text would be one.
    const body = { kind: 'late', words: `It came at ${++made} PM`, photos: [], amount: 100 }
    return must(await server.call(contract.createClaim, { params: { orderId }, body, token })).claimId
  }
  const act = async (claimId: string, shape: CallShape, body: unknown, by = operatorToken) => {
    must(await server.call(shape, { params: { claimId }, body, token: by }))
  }
  const offered = async () => {
    const claimId = await make()
    await act(claimId, contract.operatorStartClaim, {})
    await act(claimId, contract.operatorOfferClaim, { amount: 100_000, words: 'Sorry' })
    return claimId
  }
  const accepted = await offered()
  await act(accepted, contract.acceptOffer, { offer: 1 }, token)
  const complained = await make()
  await act(complained, contract.complain, { words: 'Nobody answers' }, token)
  return { received: await make(), offered: await offered(), accepted, complained }
}

async function makeInvoices(
  server: TestServer,
  orders: SampleData['orders'],
): Promise<SampleData['invoices']> {
  const { db, now } = server.services
  const buyer = { buyer: 'person', name: 'Ada Lovelace', email: 'ada@handsfree.example' } as const
  const [waiting, redDue] = [orders.stored.orderId, orders.handed.orderId]
  await db.insert(invoices).values([
    { ...buyer, orderId: waiting, state: 'waiting', requestTime: now() },
    {
      ...buyer,
      orderId: redDue,
      state: 'answered',
      requestTime: now(),
      decideTime: now(),
      amount: 9_800,
      redDueTime: now(),
    },
  ])
  return { waiting, redDue }
}

async function makeRefundRequests(
  server: TestServer,
  orders: SampleData['orders'],
): Promise<SampleData['refundRequests']> {
  const { db, now } = server.services
  const request = async ({ orderId }: StagedOrder) => {
    const [order] = await db.select().from(orderTable).where(eq(orderTable.orderId, orderId))
    await db.insert(refundRequests).values({
      requestId: `refund-of-${orderId}`,
      orderId,
      act: 'operatorCancel',
      body: { reason: 'As the traveller asked' },
      amount: order!.amountPaid,
      state: 'waiting',
      employeeId: 'operator',
      createTime: now(),
    })
    return `refund-of-${orderId}`
  }
  const { employeeId } = must(
    await server.call(addEmployee, {
      body: { role: 'operator', name: 'Second operator', phone: `+86 ${newPhone()}` },
      token: operatorToken,
    }),
  )
  const invited = { params: { employeeId }, body: {}, token: operatorToken }
  const params = { token: must(await server.call(contract.inviteEmployee, invited)).token }
  const body = { password: 'seven brown bags' }
  return {
    approve: await request(orders.passed),
    reject: await request(orders.asked),
    withdraw: await request(orders.accepted),
    approver: must(await server.call(contract.acceptInvitation, { params, body })).token,
  }
}

async function makeCrew(server: TestServer): Promise<CrewSample> {
  const password = 'seven brown bags'
  const invite = async (employeeId: string) => {
    const request = { params: { employeeId }, body: {}, token: operatorToken }
    return must(await server.call(contract.inviteEmployee, request)).token
  }
  const join = async (employeeId: string) => {
    const params = { token: await invite(employeeId) }
    return must(await server.call(contract.acceptInvitation, { params, body: { password } })).token
  }
  const hire = async (name: string) => {
    const phone = { dialCode: '86', phoneNumber: newPhone() }
    const plate = `浙A·${phone.phoneNumber.slice(-5)}`
    const body = { role: 'courier', name, phone: `+86 ${phone.phoneNumber}`, plate }
    const { employeeId } = must(await server.call(addEmployee, { body, token: operatorToken }))
    return { employeeId, phone, plate }
  }
  const { employeeId, phone, plate } = await hire('Courier 0998')
  const token = await join(employeeId)
  must(await server.call(contract.startShift, { token, body: {} }))
  const second = must(await server.call(contract.signInEmployee, { body: { ...phone, password } }))
  const [device] = must(await server.call(contract.listCrewSessions, { token: second.token }))
  const desk = async (siteId: string) => {
    const body = { employeeId: `site-${siteId}` }
    return must(await server.call(contract.startDemoCrewSession, { body })).token
  }
  const tablet = async () => {
    const token = await desk('hongqiao-railway-station')
    return must(await server.call(contract.startTablet, { token, body: {} }))
  }
  const desks = {
    token: await desk('lakeside-garden-hotel'),
    tabletStarter: await desk('pudong-airport-t2'),
    tablet: await tablet(),
    lostTablet: await tablet(),
  }
  const invitation = await invite((await hire('Courier 0999')).employeeId)
  const passkeys = await makePasskeys(server, token, contract.startCrewPasskey, contract.addCrewPasskey)
  const { deviceId } = device!
  return { employeeId, token, plate, phone, password, deviceId, passkeys, invitation, desks }
}

async function makeKeys(
  server: TestServer,
  own: { dialCode: string; phoneNumber: string },
  token: string,
): Promise<KeySample> {
  const ip = `10.201.0.${++lastAddress}`
  const sendText = async (phone: typeof own) => {
    const { demoCode: code = '', requestId } = must(
      await server.call(sendVerificationCode, { body: phone, ip }),
    )
    return { code, requestId }
  }
  const sendMail = async (name: string) => {
    const email = `${name}-${lastAddress}@keys.example`
    const { demoCode: code = '', requestId } = must(
      await server.call(contract.sendEmailCode, { body: { email }, ip }),
    )
    return { email, code, requestId }
  }
  const { proof } = must(
    await server.call(contract.proveAccount, { body: { way: 'phone', ...(await sendText(own)) }, token, ip }),
  )
  const phone = { dialCode: '86', phoneNumber: newPhone() }
  return {
    mail: [await sendMail('ada'), await sendMail('bo')],
    number: { ...phone, ...(await sendText(phone)), proof },
    own: await sendText(own),
  }
}

async function makeLeaver(server: TestServer, ip: string): Promise<SampleData['leaver']> {
  const phone = { dialCode: '86', phoneNumber: newPhone() }
  const { token } = await server.signIn(phone.phoneNumber)
  // The latest code is determined by its time, so advance the clock.
  server.clock.advance(61_000)
  const sent = must(await server.call(sendVerificationCode, { body: phone, ip }))
  return { token, phone, code: sent.demoCode ?? '', requestId: sent.requestId }
}

/** A non-JSON body. Its headers may depend on its bytes. */
type RawBody = { content: Buffer; type: string; headersOf?(content: Buffer): Record<string, string> }

/** Input of a call, besides token and idempotency key. */
export type Sample = {
  params?: Record<string, string> | undefined
  query?: Record<string, string | string[]> | undefined
  body?: unknown
  raw?: RawBody
  headers?: Record<string, string>
}

type SampleOf<Shape extends CallShape> = Pick<CallRequest<Shape>, 'params' | 'query' | 'body'> &
  (Shape['bodyKind'] extends string ? { raw: RawBody } : { raw?: undefined }) & {
    headers?: Record<string, string>
  }

export const boundary = 'handsfree-boundary'

export const multipart = (content: Buffer, { name = 'file', filename = 'photo.jpg' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

const upload = ({ picture }: SampleData): RawBody => ({
  content: multipart(picture),
  type: `multipart/form-data; boundary=${boundary}`,
})

const signed = ({ server }: SampleData, path: string) => ({
  headers: signedHeaders(`/api${path}`, server.services.settings.staticKey, server.services.now().getTime()),
})

const orderIdOf = ({ orderId }: StagedOrder) => ({ orderId })

/** An accepted sample of every call, for one traveller's things. */
export const samples = {
  getContact: () => ({}),
  getPrivacyFacts: () => ({}),
  getDecryptionKey: (own) => signed(own, '/oss/secrets/dk'),
  getConfigurationSecrets: (own) => signed(own, '/oss/secrets/ck'),

  receiveDeliveryReports: () => ({
    params: { key: testReportKey },
    raw: {
      content: Buffer.from(JSON.stringify([{ id: 'message', state: 'delivered' }])),
      type: 'application/json',
    },
  }),
  getCodeDelivery: () => ({ params: { requestId: 'request' } }),
  sendVerificationCode: () => ({ body: { dialCode: '86', phoneNumber: '13900000001' } }),
  signIn: ({ phone, code }) => ({
    body: { ...phone, code },
    headers: { 'x-site-id': 'lakeside-garden-hotel' },
  }),
  signOut: () => ({}),
  updateProfile: () => ({ body: { name: 'Ada', email: 'ada@example.com' } }),
  getProfiles: ({ traveller }) => ({ query: { uins: [traveller.uin] } }),
  saveDevice: () => ({ body: { languageTag: 'zh-CN' } }),

  listDevices: () => ({}),
  endDevice: ({ deviceId }) => ({ params: { deviceId }, body: {} }),
  endOtherDevices: () => ({ body: {} }),
  exportAccount: () => ({ body: {} }),
  getDeletionTerms: () => ({}),
  deleteAccount: ({ leaver: { code, requestId } }) => ({ body: { code, requestId, way: 'phone' } }),
  getSignInWays: () => ({}),
  sendEmailCode: ({ keys: { mail } }) => ({
    body: { email: 'grace@keys.example', requestId: mail[0]!.requestId },
  }),
  signInByEmail: ({ keys: { mail } }) => ({
    body: { ...mail[0]!, phone: { dialCode: '86', phoneNumber: '13900000001' } },
    headers: { 'x-site-id': 'lakeside-garden-hotel' },
  }),
  confirmEmail: ({ keys: { mail } }) => ({ body: mail[1]! }),
  proveAccount: ({ keys: { own } }) => ({ body: { way: 'phone', ...own } }),
  changePhone: ({ keys: { number } }) => ({ body: number }),
  listConsents: () => ({}),
  giveConsent: () => ({ body: { kind: 'privacy', ...consent } }),
  withdrawConsent: () => ({ body: { kind: 'push' } }),
  listSaved: () => ({}),
  changeSaved: ({ savedId }) => ({
    params: { savedId },
    body: { content: { kind: 'receiver', name: 'Grace', dialCode: '86', phoneNumber: '13912345678' } },
  }),
  removeSaved: ({ savedId }) => ({ params: { savedId }, body: {} }),
  listPasskeys: () => ({}),
  startPasskey: () => ({ body: {} }),
  addPasskey: ({ passkeys: { created } }) => ({ body: { passkey: created }, headers: passkeyHost }),
  renamePasskey: ({ passkeys: { added } }) => ({
    params: { passkeyId: added },
    body: { name: 'My phone' },
  }),
  removePasskey: ({ passkeys: { added } }) => ({ params: { passkeyId: added }, body: {} }),
  proveByPasskey: ({ passkeys: { used } }) => ({ body: { passkey: used }, headers: passkeyHost }),
  startPasskeySignIn: () => ({ body: {} }),
  signInWithPasskey: ({ passkeys: { used } }) => ({ body: { passkey: used }, headers: passkeyHost }),
  getPushOptions: () => ({}),
  subscribePush: ({ push }) => ({
    body: { subscription: push, locale: 'zh-CN', kinds: ['trip', 'claim'] },
  }),
  unsubscribePush: () => ({ body: {} }),
  subscribeCrewPush: ({ push }) => ({
    body: { subscription: push, locale: 'en-US', kinds: ['order', 'queue'] },
  }),
  unsubscribeCrewPush: () => ({ body: {} }),
  confirmPush: () => ({ body: { receipt: 'A'.repeat(38) } }),
  operatorExportPerson: ({ leaver: { phone } }) => ({ body: { ...phone, reason: 'Asked by letter' } }),
  operatorDeletePerson: ({ leaver: { phone } }) => ({ body: { ...phone, reason: 'Asked by letter' } }),
  operatorListPersonOrders: ({ leaver: { phone } }) => ({ body: { ...phone, reason: 'Called' } }),
  operatorListPersonLog: () => ({}),

  sendFeedback: ({ traveller }) => ({
    body: { type: 0, content: JSON.stringify({ text: 'Kind courier', images: [traveller.photo] }) },
  }),
  uploadFile: (own) => ({ raw: upload(own) }),
  signFile: ({ traveller }) => ({ query: { url: traveller.photo } }),

  listNotifications: () => ({ query: { page: '1', pageSize: '20', types: ['1', '3'], isRead: '0' } }),
  markNotifications: ({ notificationId }) => ({
    body: { notificationList: [{ notificationId }], isRead: 1 },
  }),
  countUnread: () => ({ query: { types: ['1', '2', '3', '4', '5', '6', '7', '8'] } }),

  listEmployeeNotifications: () => ({ query: { page: '1', pageSize: '20', types: ['301'], isRead: '0' } }),
  markEmployeeNotifications: () => ({ body: { notificationList: [{ notificationId: '1' }], isRead: 1 } }),
  countEmployeeUnread: () => ({ query: { types: ['301', '310'] } }),
  openEmployeeLine: () => ({ body: {} }),

  getQrSite: () => ({ params: { qrId: 'demo-hotel-desk' } }),
  listSites: () => ({
    query: { regionId: 'shanghai', types: ['0', '2'], keyword: 'Hongqiao', cursor: 'a' },
  }),
  getSite: () => ({ params: { siteId: 'hongqiao-railway-station' } }),
  getInsurance: () => ({ params: { regionId: 'shanghai' } }),

  quoteOrder: () => ({
    body: {
      qrId: 'demo-hotel-desk',
      delivery: { kind: 'site', siteId: 'hongqiao-railway-station' },
      pieces: 2,
      declaredValue: 0,
    },
  }),
  createOrder: ({ traveller, quoteId }) => ({
    body: {
      draft: draftOf([traveller.photo]),
      quoteId,
      termsVersion: policy.termsVersion,
      remember: ['receiver', 'address'],
    },
  }),
  listOrders: () => ({ query: { status: '201', cursor: '1795226400000-0123456789abcdef01234567' } }),
  countOngoingOrders: () => ({}),
  getOrder: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  getOrderTrace: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  previewCancellation: ({ orders }) => ({ params: orderIdOf(orders.passed) }),
  cancelOrder: ({ orders }) => ({ params: orderIdOf(orders.passed) }),

  getLedger: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  answerQuestion: ({ questionId }) => ({ params: { questionId }, body: { answer: 'right' } }),
  operatorWriteNote: ({ orders }) => ({
    params: orderIdOf(orders.stored),
    body: { words: 'The guest comes at ten' },
  }),
  operatorListMessages: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  operatorListNotes: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  operatorReadNote: ({ noteId }) => ({ params: { noteId }, body: {} }),
  operatorApproveRefund: ({ refundRequests: { approve } }) => ({ params: { requestId: approve }, body: {} }),
  operatorRejectRefund: ({ refundRequests: { reject } }) => ({
    params: { requestId: reject },
    body: { reason: 'The traveller keeps the order' },
  }),
  operatorWithdrawRefund: ({ refundRequests: { withdraw } }) => ({
    params: { requestId: withdraw },
    body: {},
  }),
  operatorGetLedger: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  chooseReturn: ({ orders }) => ({ params: orderIdOf(orders.returning), body: { choice: { kind: 'back' } } }),
  operatorReturn: ({ orders }) => ({
    params: orderIdOf(orders.stored),
    body: { step: 'begin', reason: 'refused' },
  }),
  operatorChooseReturn: ({ orders }) => ({
    params: orderIdOf(orders.returning),
    body: { choice: { kind: 'keep' } },
  }),
  getReceiverLink: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  createClaim: ({ orders }) => ({
    params: orderIdOf(orders.pickedUp),
    body: { kind: 'damaged', words: 'A wheel is broken', photos: [], amount: 20_000 },
  }),
  getInvoice: ({ invoices: { redDue } }) => ({ params: { orderId: redDue } }),
  requestInvoice: ({ orders }) => ({
    params: orderIdOf(orders.moving),
    body: {
      buyer: 'company',
      name: 'Analytical Engines Ltd.',
      taxNumber: '91310000MA1FL0000N',
      email: 'accounts@handsfree.example',
    },
  }),
  operatorGetInvoice: ({ invoices: { waiting } }) => ({ params: { orderId: waiting } }),
  operatorAttachInvoice: ({ invoices: { waiting } }) => ({
    params: { orderId: waiting },
    body: { revision: 1, kind: 'invoice', content: Buffer.from('%PDF-1.7').toString('base64') },
  }),
  operatorDeclineInvoice: ({ invoices: { waiting } }) => ({
    params: { orderId: waiting },
    body: { revision: 1, reason: 'details', words: 'The number belongs to another company' },
  }),
  operatorEndRedInvoice: ({ invoices: { redDue } }) => ({
    params: { orderId: redDue },
    body: { revision: 1 },
  }),
  listClaims: ({ orders }) => ({ params: orderIdOf(orders.handed) }),
  getClaim: ({ claims }) => ({ params: { claimId: claims.offered } }),
  acceptOffer: ({ claims }) => ({ params: { claimId: claims.offered }, body: { offer: 1 } }),
  declineOffer: ({ claims }) => ({ params: { claimId: claims.offered }, body: { offer: 1 } }),
  askAgain: ({ claims }) => ({ params: { claimId: claims.offered }, body: { words: 'The bag was new' } }),
  complain: ({ claims }) => ({ params: { claimId: claims.offered }, body: { words: 'Nobody answers' } }),
  operatorListClaims: () => ({ query: { state: 'open' } }),
  operatorGetClaim: ({ claims }) => ({ params: { claimId: claims.offered } }),
  operatorStartClaim: ({ claims }) => ({ params: { claimId: claims.received }, body: {} }),
  operatorOfferClaim: ({ claims }) => ({
    params: { claimId: claims.offered },
    body: { amount: 1_000, words: 'We are sorry' },
  }),
  operatorAnswerComplaint: ({ claims }) => ({
    params: { claimId: claims.complained },
    body: { words: 'We called you today' },
  }),
  operatorPayClaim: ({ claims }) => ({
    params: { claimId: claims.accepted },
    body: { reference: 'Bank transfer 2611-0482' },
  }),
  makeReceiverLink: ({ orders }) => ({ params: orderIdOf(orders.stored), body: { showsClaimCode: true } }),
  revokeReceiverLink: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  readTrip: ({ linkToken }) => ({ body: { token: linkToken } }),
  waitForTrip: ({ linkToken }) => ({ body: { token: linkToken, version: 'before' } }),
  prepareOrder: () => ({
    body: {
      draft: draftOf([]),
      isTemporary: true,
      guest: { dialCode: '86', phoneNumber: '13900000007' },
    },
  }),
  listPreparedOrders: () => ({}),
  getPreparedLink: ({ prepared: [{ preparedId } = { preparedId: '' }] }) => ({ params: { preparedId } }),
  textPreparedOrder: ({ prepared: [{ preparedId } = { preparedId: '' }] }) => ({
    params: { preparedId },
    body: {},
  }),
  withdrawPreparedOrder: ({ prepared }) => ({
    params: { preparedId: prepared[2]?.preparedId ?? '' },
    body: {},
  }),
  uploadPreparedPhoto: (own) => ({ raw: upload(own) }),
  summarizePreparedOrder: ({ prepared }) => ({ body: { token: prepared[0]?.token ?? '' } }),
  getPreparedOrder: ({ prepared }) => ({ params: { token: prepared[0]?.token ?? '' } }),
  takeOverOrder: ({ prepared, guestQuoteId, traveller }) => ({
    params: { token: prepared[1]?.token ?? '' },
    body: { quoteId: guestQuoteId, termsVersion: policy.termsVersion, photos: [traveller.photo] },
  }),

  createPayment: ({ orders }) => ({ body: { ...orderIdOf(orders.unpaid), source: 'normal' } }),
  openPaymentSession: ({ paymentId }) => ({ params: { paymentId }, body: { method: 'card' } }),
  getPayment: ({ paymentId }) => ({ params: { paymentId } }),
  getSessionStatus: ({ sessionId }) => ({ query: { sessionId } }),
  receivePaymentWebhook: ({ server: { services }, sessionId }) => ({
    params: { provider: 'sandbox' },
    raw: {
      content: Buffer.from(
        JSON.stringify({ eventId: 'event', type: 'session.paid', sessionId, amount: 9800, currency: 'CNY' }),
      ),
      type: 'application/json',
      headersOf: (content) => ({ [signatureHeader]: signWebhook(services.keys, services.now(), content) }),
    },
  }),

  getOwnEmployee: () => ({}),
  listEmployees: () => ({}),
  addEmployee: () => ({
    body: { role: 'site', name: 'Desk 99', phone: '+86 571 0001 0099', siteId: 'hongqiao-railway-station' },
  }),
  setEmployeeState: () => ({ params: { employeeId: 'courier-0418' }, body: { isDisabled: true } }),
  makeEmployeeToken: () => ({ params: { employeeId: 'courier-0418' }, body: {} }),

  inviteEmployee: () => ({ params: { employeeId: 'courier-0731' }, body: {} }),
  listEmployeeSessions: () => ({ params: { employeeId: 'courier-0731' } }),
  endEmployeeSessions: () => ({ params: { employeeId: 'courier-0731' }, body: {} }),
  signInEmployee: ({ crew: { phone, password } }) => ({ body: { ...phone, password } }),
  startDemoCrewSession: () => ({ body: { employeeId: 'courier-0731' } }),
  getInvitation: ({ crew }) => ({ params: { token: crew.invitation } }),
  acceptInvitation: ({ crew }) => ({
    params: { token: crew.invitation },
    body: { password: 'nine old bags' },
  }),
  setCrewPin: () => ({ body: { pin: '2468' } }),
  startTablet: () => ({ body: {} }),
  listTablets: () => ({}),
  endTablet: ({ crew }) => ({ params: { deviceId: crew.desks.lostTablet.deviceId }, body: {} }),
  readTablet: ({ crew }) => ({ body: { tablet: crew.desks.tablet.token } }),
  unlockTablet: ({ crew }) => ({
    body: {
      tablet: crew.desks.tablet.token,
      employeeId: 'site-hongqiao-railway-station',
      pin: demoPin,
    },
  }),
  extendTabletSession: () => ({ body: {} }),
  resetEmployeePin: () => ({ params: { employeeId: 'site-hongqiao-airport-t2' }, body: {} }),
  setCrewPassword: ({ crew }) => ({ body: { current: crew.password, password: 'eight brown bags' } }),
  listCrewSessions: () => ({}),
  endCrewSession: ({ crew }) => ({ params: { deviceId: crew.deviceId }, body: {} }),
  endOtherCrewSessions: () => ({ body: {} }),
  signOutEmployee: () => ({ body: {} }),
  listCrewPasskeys: () => ({}),
  startCrewPasskey: () => ({ body: {} }),
  addCrewPasskey: ({ crew }) => ({ body: { passkey: crew.passkeys.created }, headers: passkeyHost }),
  renameCrewPasskey: ({ crew }) => ({
    params: { passkeyId: crew.passkeys.added },
    body: { name: 'My phone' },
  }),
  removeCrewPasskey: ({ crew }) => ({ params: { passkeyId: crew.passkeys.added }, body: {} }),
  signInEmployeeWithPasskey: ({ crew }) => ({ body: { passkey: crew.passkeys.used }, headers: passkeyHost }),
  getShift: () => ({}),
  startShift: ({ crew: { plate } }) => ({ body: { plate } }),
  breakShift: () => ({ body: { isOnBreak: true } }),
  endShift: ({ crew: { plate } }) => ({ body: { plate } }),
  listShifts: () => ({}),
  endEmployeeShift: ({ crew }) => ({ params: { employeeId: crew.employeeId }, body: {} }),

  uploadSitePicture: (own) => ({ raw: upload(own) }),
  listSitePictures: () => ({}),
  operatorGetCatalogue: () => ({ query: { kind: 'sites' } }),
  operatorCreateEntry: () => ({
    body: { kind: 'qrCodes', entry: { qrId: 'new-room', siteId: 'riverbend-hotel', roomNumber: '0412' } },
  }),
  operatorChangeEntry: () => ({
    body: {
      kind: 'priceRules',
      entry: {
        priceRuleId: 'cny-59',
        currency: 'CNY',
        pricePerPiece: 6_100,
        nthPieceDiscount: { nth: 2, percentOff: 10 },
      },
    },
  }),
  operatorCloseEntry: () => ({ body: { kind: 'serviceAreas', id: 'riverbend-hotel/hangzhou' } }),
  operatorApplyCatalogue: () => ({
    body: {
      catalogue: {
        regions: [{ regionId: 'suzhou', name: { 'en-US': 'Suzhou', 'zh-CN': '苏州' } }],
        configuration: [{ key: 'contactPhone', value: '+86 21 0000 0732' }],
      },
      dryRun: false,
    },
  }),
  operatorPreviewBrand: () => ({ body: { brandId: 'draft' } }),
  operatorListCatalogueLog: () => ({ query: { cursor: '1' } }),
  listAnnouncements: () => ({ query: { regionId: 'shanghai' } }),

  // A day with few orders, as each of many is.
  operatorGetFigures: () => ({ query: { from: '2027-01-10', until: '2027-01-10' } }),
  operatorListAudit: () => ({
    query: { type: 'orders', cursor: '1795226400000-0123456789abcdef01234567' },
  }),
  operatorListSignIns: () => ({
    query: { cursor: '1795226400000-0123456789abcdef01234567', siteId: 'riverbend-hotel' },
  }),
  operatorListFeedback: () => ({ query: { cursor: '1795226400000-0123456789abcdef01234567' } }),
  operatorListOrders: () => ({ query: { view: '101', cursor: '1795226400000-0123456789abcdef01234567' } }),
  operatorCountOrders: () => ({ query: { audience: 'site' } }),
  operatorGetQueue: () => ({}),
  operatorGetBoard: () => ({ query: { day: '2027-01-10', region: 'shanghai' } }),
  operatorGetOrder: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  operatorListOperations: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  operatorListCouriers: ({ orders }) => ({ params: orderIdOf(orders.stored) }),
  operatorReview: ({ orders }) => ({
    params: orderIdOf(orders.reviewing),
    body: { result: 'reject', reason: 'Larger than 32 inches' },
  }),
  operatorAssign: ({ orders }) => ({ params: orderIdOf(orders.passed), body: courierChoice }),
  operatorDecide: ({ orders }) => ({
    params: orderIdOf(orders.asked),
    body: { result: 'reject', reason: 'The car is full' },
  }),
  operatorTransferApply: ({ orders }) => ({ params: orderIdOf(orders.accepted), body: otherCourier }),
  operatorTransferAccept: ({ orders }) => ({ params: orderIdOf(orders.offered), body: {} }),
  operatorTransferReject: ({ orders }) => ({
    params: orderIdOf(orders.offered),
    body: { reason: 'Too far' },
  }),
  operatorTransferCancel: ({ orders }) => ({ params: orderIdOf(orders.offered), body: {} }),
  operatorArriveAtPickup: ({ orders }) => ({ params: orderIdOf(orders.accepted), body: {} }),
  operatorChange: ({ orders, traveller }) => ({
    params: orderIdOf(orders.atPickup),
    body: { pieces: 3, photos: [traveller.photo] },
  }),
  operatorPickUp: ({ orders, traveller }) => ({
    params: orderIdOf(orders.atPickup),
    body: {
      bags: [
        { tagCode: `${orders.atPickup.tags[0]}`, sealNumber: '9001', photos: [traveller.photo] },
        { tagCode: `${orders.atPickup.tags[1]}`, sealNumber: '9002', photos: [] },
      ],
    },
  }),
  operatorRetag: ({ orders }) => ({
    params: orderIdOf(orders.pickedUp),
    body: { tagCode: `${orders.pickedUp.tags[0]}`, newTagCode: 'TAG-NEW', newSealNumber: '9003' },
  }),
  operatorStartTransport: ({ orders }) => ({ params: orderIdOf(orders.pickedUp), body: {} }),
  operatorArriveAtDelivery: ({ orders, traveller }) => ({
    params: orderIdOf(orders.moving),
    body: {
      bags: [
        {
          tagCode: `${orders.moving.tags[0]}`,
          sealNumber: '9009',
          photos: [traveller.photo],
          damage: 'A torn handle',
        },
      ],
    },
  }),
  operatorChangeDestination: ({ orders }) => ({
    params: orderIdOf(orders.moving),
    body: {
      delivery: { kind: 'custom', regionId: 'hangzhou', address: '1 Riverside Road', detail: 'Side door' },
    },
  }),
  operatorWarehouseApply: ({ orders }) => ({ params: orderIdOf(orders.there), body: {} }),
  operatorConfirmPackages: ({ orders }) => ({
    params: orderIdOf(orders.applied),
    body: { tagCodes: orders.applied.tags },
  }),
  operatorMoveToShelf: ({ orders }) => ({
    params: orderIdOf(orders.stored),
    body: { tagCodes: orders.stored.tags, shelf: 'B2' },
  }),
  getSiteDay: () => ({ params: { siteId: 'hangzhou-east-station' } }),
  closeSiteToday: () => ({
    params: { siteId: 'hangzhou-east-station' },
    body: { reason: 'Water in the cellar' },
  }),
  reopenSiteToday: () => ({ params: { siteId: 'hangzhou-east-station' }, body: {} }),
  operatorConfirmPickup: ({ orders }) => ({
    params: orderIdOf(orders.stored),
    body: { tagCodes: orders.stored.tags },
  }),
  operatorWarehouseConfirm: ({ orders }) => ({ params: orderIdOf(orders.confirmed), body: {} }),
  previewChange: ({ orders }) => ({
    params: orderIdOf(orders.accepted),
    body: { pieces: 3, remarks: 'Ring twice' },
  }),
  changeOrder: ({ orders }) => ({
    params: orderIdOf(orders.accepted),
    body: {
      facts: {
        pickupTime: '2026-11-22T16:00:00+08:00',
        deliveryTime: '2026-11-22T20:00:00+08:00',
        receiver: { name: 'Grace', dialCode: '86', phoneNumber: '13812342047', locale: 'zh-CN' },
        roomNumber: '1208',
        remarks: 'Ring twice',
      },
      difference: 0,
    },
  }),
  requestDestinationChange: ({ orders }) => ({
    params: orderIdOf(orders.pickedUp),
    body: {
      delivery: { kind: 'site', siteId: 'pudong-airport-t2' },
      deliveryTime: '2026-11-22T20:00:00+08:00',
    },
  }),
  withdrawChange: ({ orders }) => ({ params: orderIdOf(orders.changing) }),
  operatorPreviewChange: ({ orders }) => ({
    params: orderIdOf(orders.accepted),
    body: { pieces: 1, remarks: 'Ring twice' },
  }),
  operatorChangeOrder: ({ orders }) => ({
    params: orderIdOf(orders.accepted),
    body: {
      facts: {
        receiver: { name: 'Grace', dialCode: '86', phoneNumber: '13812342047', locale: 'zh-CN' },
        remarks: 'Ring twice',
      },
      difference: 0,
    },
  }),
  operatorWithdrawChange: ({ orders }) => ({ params: orderIdOf(orders.changing), body: {} }),
  operatorListDestinations: () => ({}),
  operatorAnswerDestination: ({ orders }) => ({
    params: orderIdOf(orders.wished),
    body: { result: 'reject', reason: 'The car is full' },
  }),
  operatorHand: ({ orders }) => ({
    params: orderIdOf(orders.there),
    body: { identity: { name: 'Ada', dialCode: '86', phoneNumber: '13812342046' } },
  }),
  operatorHotelHand: ({ orders }) => ({
    params: orderIdOf(orders.stored),
    body: { claimCode: orders.stored.claimCode ?? '' },
  }),
  operatorReport: ({ orders }) => ({
    params: orderIdOf(orders.accepted),
    body: { reason: 'A wheel is broken' },
  }),
  operatorUpdateReport: ({ orders }) => ({
    params: orderIdOf(orders.reported),
    body: { reason: 'Two wheels' },
  }),
  operatorDeleteReport: ({ orders }) => ({ params: orderIdOf(orders.reported), body: {} }),
  operatorResolve: ({ orders }) => ({
    params: orderIdOf(orders.reported),
    body: { result: 'settle', resolution: 'The wheel was mended' },
  }),
  operatorCancel: ({ orders }) => ({
    params: orderIdOf(orders.passed),
    body: { reason: 'As the traveller asked' },
  }),
  operatorClose: ({ orders }) => ({ params: orderIdOf(orders.handed), body: {} }),
  operatorFindCalls: () => ({ query: { reference: '7A04F2' } }),
  operatorListDisputes: () => ({ query: { cursor: '1763690400000-dp_1' } }),
  operatorCompareBills: () => ({ query: { day: '2026-11-10' } }),
  operatorListMoney: () => ({ query: { from: '2026-11-10', until: '2026-11-10' } }),
  operatorListJobs: () => ({ query: { state: 'due' } }),
  operatorRetryJob: ({ refundId }) => ({ params: { jobId: `refund-${refundId}` }, body: {} }),
  operatorFinishJob: ({ refundId }) => ({ params: { jobId: `refund-${refundId}` }, body: {} }),
  operatorRefundDone: ({ orders }) => ({ params: orderIdOf(orders.refunding), body: {} }),
  operatorSignPhoto: ({ employeePhoto }) => ({ query: { url: employeePhoto } }),
  operatorUploadPhoto: (own) => ({ params: orderIdOf(own.orders.atPickup), raw: upload(own) }),
} satisfies { [Name in CallName]: (own: SampleData) => SampleOf<(typeof contract)[Name]> }

const sampleTable: Record<string, (own: SampleData) => Sample> = samples

export function sampleOf(name: string, own: SampleData): Sample {
  const make = sampleTable[name]
  if (!make) throw new Error(`no sample for ${name}`)
  return make(own)
}

/** An employee's token: the operator's, or a courier's for calls that operators may not make. */
export const tokenFor = (
  { audience, path, roles = ['operator'] }: CallShape,
  { traveller, leaver, crew, refundRequests: { approver } }: SampleData,
): string | null => {
  if (path === contract.deleteAccount.path) return leaver.token
  if (path === contract.operatorApproveRefund.path || path === contract.operatorRejectRefund.path)
    return approver
  // The password and the device are the courier's.
  if (path === contract.setCrewPassword.path || path === contract.endCrewSession.path) return crew.token
  if (path.startsWith(contract.listCrewPasskeys.path)) return crew.token
  if (path.startsWith(contract.subscribeCrewPush.path)) return crew.token
  // Only sessions of people at a site can start a tablet.
  if (path === contract.startTablet.path) return crew.desks.tabletStarter
  if (roles.join() === 'site') return crew.desks.token
  if (audience === 'anyone') return null
  if (audience !== 'operator') return traveller.token
  if (roles.join() === 'courier') return crew.token
  return roles.includes('operator') ? operatorToken : courierToken
}

/** A request as sent over HTTP. */
export type Sent = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

export const urlOf = (shape: CallShape, { params, query }: Sample): string =>
  `/api${pathOf(shape, params)}${queryString(query)}`

export function toSent(shape: CallShape, sample: Sample, token: string | null): Sent {
  const { raw, body, headers = {} } = sample
  const payload = raw ? raw.content : body === undefined ? undefined : JSON.stringify(body)
  return {
    method: shape.method,
    url: urlOf(shape, sample),
    headers: {
      'accept-language': 'en-US',
      ...(token ? { token: `Bearer ${token}` } : {}),
      ...(shape.idempotent ? { 'idempotency-key': newKey() } : {}),
      ...headers,
      ...(payload === undefined ? {} : { 'content-type': raw?.type ?? 'application/json' }),
      ...(raw?.headersOf?.(raw.content) ?? {}),
    },
    ...(payload === undefined ? {} : { payload }),
  }
}
