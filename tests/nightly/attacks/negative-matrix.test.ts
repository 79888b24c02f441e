import {
  type CallShape,
  exportAccount,
  makeReceiverLink,
  revokeReceiverLink,
  signOut,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../../server/api/openapi.ts'
import { users } from '../../../server/domain/users/users.table.ts'
import { startServer, type TestServer } from '../../server/harness.ts'
import { type Reply, type RollbackServer, startRollbackServer } from '../../server/rollback-server.ts'
import {
  makeSampleData,
  type Sample,
  type SampleData,
  sampleOf,
  tokenFor,
  toSent,
} from '../../server/samples.ts'
import { operatorToken } from '../../server/trip.ts'

let server: TestServer
let rollback: RollbackServer
/** Ada owns the resources, Eve requests them. */
let ada: SampleData
let eve: SampleData
let deadToken = ''
let untouched = ''
/** Ada's ticket, a ticket of a signed-out device, and a revoked link. */
let ticket = ''
let endedTicket = ''
let endedLink = ''
beforeAll(async () => {
  server = await startServer()
  ada = await makeSampleData(server)
  eve = await makeSampleData(server)
  deadToken = (await server.signIn()).token
  const ticketOf = async (token: string) =>
    (await server.call(exportAccount, { token })).result.url.slice(-22)
  ticket = await ticketOf(ada.traveller.token)
  endedTicket = await ticketOf(deadToken)
  await server.call(signOut, { token: deadToken })
  const own = { params: { orderId: ada.orders.accepted.orderId }, token: ada.traveller.token }
  const made = await server.call(makeReceiverLink, { ...own, body: { showsClaimCode: true } })
  endedLink = made.result.link?.path?.slice(-22) ?? ''
  await server.call(revokeReceiverLink, own)
  rollback = await startRollbackServer(server)
  untouched = await rollback.fingerprint()
})
afterAll(async () => {
  await rollback.close()
  await server.close()
})
afterEach(() => rollback.undo())

const codeOf = ({ text }: Reply): number => JSON.parse(text).code
const refusal = (status: number, code: number, message: string): Reply => ({
  status,
  text: JSON.stringify({ code, message, result: null }),
})
const notLoggedIn = refusal(401, errorCodes.notLoggedIn, 'not logged in')

const ask = (shape: CallShape, sample: Sample, token: string | null): Promise<Reply> =>
  rollback.send(toSent(shape, sample, token))

/** Expects that refused requests have written nothing. */
const expectUntouched = async () => expect(await rollback.fingerprint()).toBe(untouched)

/** Ids of a traveller's resources that requests can name. */
const namesOf = ({
  orders,
  claims,
  paymentId,
  sessionId,
  quoteId,
  notificationId,
  deviceId,
  savedId,
  passkeys,
  questionId,
  traveller,
}: SampleData) => ({
  ...Object.fromEntries(Object.entries(orders).map(([stage, { orderId }]) => [`${stage} order`, orderId])),
  claim: claims.offered,
  payment: paymentId,
  session: sessionId,
  quote: quoteId,
  notification: notificationId,
  device: deviceId,
  'saved entry': savedId,
  passkey: passkeys.added,
  question: questionId,
  picture: traveller.photo,
  uin: traveller.uin,
})
type Thing = keyof ReturnType<typeof namesOf>

/** The id reversed: unknown, but with a valid format. */
const nobodys = (value: string): string =>
  value.replace(/[\w-]{7,}/, (id) => [...id].reverse().join('').replace(/^./, 'f'))

const renamed = (sample: Sample, from: string, to: string): Sample => {
  const { raw, headers, ...json } = sample
  const text = JSON.stringify(json).replaceAll(from, to)
  return { ...JSON.parse(text), ...(raw ? { raw } : {}), ...(headers ? { headers } : {}) }
}

/** A sample with its path's ids replaced by unknown ids. */
const elsewhere = (sample: Sample): Sample => ({
  ...sample,
  ...(sample.params
    ? { params: Object.fromEntries(Object.entries(sample.params).map(([key, id]) => [key, nobodys(id)])) }
    : {}),
})

const isWithToken = ({ audience }: CallShape) => audience === 'traveller' || audience === 'operator'

test.each(calls)('accepts the sample of %s', async (name, shape) => {
  const reply = await ask(shape, sampleOf(name, ada), tokenFor(shape, ada))
  expect([reply.status, codeOf(reply)]).toEqual([200, 0])
})

test.each(calls.filter(([, shape]) => isWithToken(shape)))(
  'returns 1010 from %s without a valid token, whatever the request contains',
  async (name, shape) => {
    const sample = sampleOf(name, ada)
    const broken: Sample = { ...sample, query: { unknown: 'x' } }
    for (const token of [null, deadToken, 'made-up', `${ada.traveller.token}x`, 'two words', ''])
      for (const sent of [sample, elsewhere(sample), broken])
        expect(await ask(shape, sent, token)).toEqual(notLoggedIn)
    await expectUntouched()
  },
)

describe('an account that is deleted during its call', () => {
  const writes = calls.filter(([, { method, audience }]) => method === 'POST' && audience === 'traveller')
  test.each(writes)('returns 1010 from %s, which writes nothing', async (name, shape) => {
    const { callers, db } = rollback
    const { findTraveller, reserveTravellerKey } = callers
    const isDeleted = (is: boolean) =>
      db
        .update(users)
        .set({ deleteTime: is ? new Date(0) : null })
        .where(eq(users.uin, ada.traveller.uin))
    callers.findTraveller = async (tokenHash) => {
      const found = await findTraveller(tokenHash)
      await isDeleted(true)
      return found
    }
    callers.reserveTravellerKey = async (...sent) => {
      await isDeleted(true)
      return reserveTravellerKey(...sent)
    }
    const reply = await ask(shape, sampleOf(name, ada), ada.traveller.token)
    Object.assign(callers, { findTraveller, reserveTravellerKey })
    expect(reply).toEqual(notLoggedIn)
    await isDeleted(false)
    await expectUntouched()
  })
})

test.each(calls.filter(([, { audience }]) => audience === 'anyoneOrTraveller'))(
  'returns 1010 from %s for a dead token',
  async (name, shape) => {
    for (const token of [deadToken, 'made-up', operatorToken])
      expect(await ask(shape, sampleOf(name, ada), token)).toEqual(notLoggedIn)
    await expectUntouched()
  },
)

/** The caller's own resources that a call names. */
const thingsIn = (sample: Sample, own: SampleData): Thing[] => {
  const text = JSON.stringify([sample.params, sample.query, sample.body])
  return (Object.entries(namesOf(own)) as [Thing, string][])
    .filter(([, value]) => text.includes(value))
    .map(([thing]) => thing)
}

test('covers every id in travellers’ calls', () => {
  // A link's token is a credential rather than an id.
  const ids = calls.filter(
    ([, { audience, params, path }]) => audience === 'traveller' && params && !path.includes('{token}'),
  )
  const found = ids.map(([name]) => [name, thingsIn(sampleOf(name, eve), eve).length])
  expect(found).toEqual(ids.map(([name]) => [name, 1]))
})

test.each(calls.filter(([, { audience }]) => audience === 'traveller' || audience === 'operator'))(
  'returns the same from %s for another traveller’s things as for unknown ones',
  async (name, shape) => {
    const sample = sampleOf(name, eve)
    const isOrder = (thing: Thing) => thing.endsWith('order') || thing === 'claim'
    // Operators see every order and claim, but another traveller's picture doesn't belong to them.
    const things = thingsIn(sample, eve).filter((thing) => shape.audience === 'traveller' || !isOrder(thing))
    for (const thing of things) {
      const [own, other] = [namesOf(eve)[thing], namesOf(ada)[thing]]
      const notTheirs = await ask(shape, renamed(sample, own, other), tokenFor(shape, eve))
      const notThere = await ask(shape, renamed(sample, own, nobodys(own)), tokenFor(shape, eve))
      expect(notTheirs).toEqual(notThere)
      const isSilent = name === 'markNotifications' || name === 'getProfiles'
      expect(notThere).toEqual(
        isSilent
          ? { status: 200, text: '{"code":0,"message":"ok","result":{}}' }
          : { status: expect.any(Number), text: expect.not.stringContaining('"code":0') },
      )
      await expectUntouched()
    }
  },
)

/** Calls that answer an unknown id, which is a secret, as they answer one that has nothing to tell. */
const secretIds: Record<string, Reply> = {
  getCodeDelivery: {
    status: 200,
    text: '{"code":0,"message":"ok","result":{"isUndelivered":false}}',
  },
  receiveDeliveryReports: refusal(403, errorCodes.signatureNotMatch, 'signature not match'),
}

test.each(calls.filter(([name]) => name in secretIds))(
  'tells nothing from %s about an unknown id',
  async (name, shape) => {
    expect(await ask(shape, elsewhere(sampleOf(name, ada)), tokenFor(shape, ada))).toEqual(secretIds[name])
    await expectUntouched()
  },
)

test.each(calls.filter(([name, { params }]) => params && !(name in secretIds)))(
  'returns 404 from %s for an unknown id',
  async (name, shape) => {
    const reply = await ask(shape, elsewhere(sampleOf(name, ada)), tokenFor(shape, ada))
    const known = [errorCodes.notFound, ...(shape.errors ?? [])]
    expect([reply.status, known.includes(codeOf(reply)), JSON.parse(reply.text).result]).toEqual([
      404,
      true,
      null,
    ])
    await expectUntouched()
  },
)

/** Tokens with a valid format that grant no access: reversed, with another purpose, made up, and ended. */
const deadTokens = () => [
  [...ada.linkToken].reverse().join(''),
  ada.prepared[0]!.token,
  'A'.repeat(22),
  endedLink,
  endedTicket,
]

test.each(calls.filter(([name]) => name === 'summarizePreparedOrder'))(
  'returns the same from %s for every token that opens no prepared order',
  async (name, shape) => {
    const own = ada.prepared[0]!.token
    for (const token of [...deadTokens().filter((dead) => dead !== own), ada.linkToken, ticket]) {
      const reply = await ask(shape, renamed(sampleOf(name, ada), own, token), null)
      expect(reply).toEqual(refusal(404, errorCodes.expressNotFound, 'express not found'))
    }
    await expectUntouched()
  },
)

test.each(calls.filter(([name]) => name === 'readTrip' || name === 'waitForTrip'))(
  'returns the same from %s for every token that opens no trip',
  async (name, shape) => {
    for (const token of [...deadTokens(), ticket]) {
      const reply = await ask(shape, renamed(sampleOf(name, ada), ada.linkToken, token), null)
      expect(reply).toEqual(refusal(404, errorCodes.expressNotFound, 'express not found'))
    }
    await expectUntouched()
  },
)

test('returns the same for every invalid download ticket, and keeps a valid one usable', async () => {
  const read = async (path: string, method: 'GET' | 'HEAD', headers = {}): Promise<Reply> => {
    const url = `/api/account/export/${path}`
    const { statusCode, body } = await rollback.app.inject({ method, url, headers })
    return { status: statusCode, text: body }
  }
  for (const wrong of [...deadTokens(), ada.linkToken, `${ticket}x`, ticket.slice(1), '..%2fdevices'])
    expect(await read(wrong, 'GET')).toEqual(refusal(404, errorCodes.notFound, 'not found'))
  expect((await read(ticket, 'HEAD')).status).toBe(404)
  expect((await read(ticket, 'GET', { 'sec-purpose': 'prefetch' })).status).toBe(404)
  await expectUntouched()
  expect((await read(ticket, 'GET')).status).toBe(200)
})
