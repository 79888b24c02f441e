import {
  acceptOffer,
  askAgain,
  type CallShape,
  type Claim,
  complain,
  createClaim,
  declineOffer,
  getClaim,
  listClaims,
  type Order,
  operatorAnswerComplaint,
  operatorHand,
  operatorListClaims,
  operatorListMoney,
  operatorListOperations,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { and, eq, inArray, isNotNull, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { claims } from '../../../../server/domain/claims/claims.table.ts'
import { fileIdOf } from '../../../../server/domain/files/file-url.ts'
import { files } from '../../../../server/domain/files/files.table.ts'
import { lockOrder } from '../../../../server/domain/orders/lock-order.ts'
import { sandboxSessions } from '../../../../server/domain/payments/sandbox/sandbox.table.ts'
import { runClaimClocks } from '../../../../server/flows/claim-clocks.ts'
import { openClaim } from '../../../../server/flows/open-claim.ts'
import { inTransaction } from '../../../../server/runtime/db/work.ts'
import { newKey } from '../../harness.ts'
import {
  carryToDelivery,
  newPhoto,
  newTraveller,
  operate,
  operatorToken,
  runDue,
  type TestTraveller,
} from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
const hour = 3_600_000
let ada: TestTraveller
let order: Order
beforeEach(async () => {
  server.clock.set('2026-11-22T06:00:00.000Z')
  await server.services.db.update(claims).set({ dueTime: null, complaintDueTime: null, stage: 'closed' })
  ada = await newTraveller(server)
  order = await ada.paidOrder({
    pickupTime: '2026-11-22T16:00:00+08:00',
    deliveryTime: '2026-11-22T20:00:00+08:00',
  })
  await carryToDelivery(server, order)
  await operate(server, operatorHand, order.orderId, {
    identity: { name: 'Ada', dialCode: '86', phoneNumber: '13812342046' },
  })
})

const given = { kind: 'damaged', words: 'A wheel is broken', photos: [] as string[], amount: 50_000 }
const make = (body: object = {}, idempotencyKey = newKey()) =>
  server.call(createClaim, {
    params: { orderId: order.orderId },
    body: { ...given, ...body },
    token: ada.token,
    idempotencyKey,
  })
const act = (shape: CallShape, { claimId }: { claimId: string }, body: object = {}) =>
  server.call(shape, {
    params: { claimId },
    body,
    token: shape.audience === 'operator' ? operatorToken : ada.token,
  })
const read = async ({ claimId }: Claim) =>
  (await server.call(getClaim, { params: { claimId }, token: ada.token })).result
const offered = async (amount: number, body: object = {}) => {
  const { result: claim } = await make(body)
  await act(operatorStartClaim, claim)
  const { code } = await act(operatorOfferClaim, claim, { amount, words: 'We are sorry' })
  expect(code).toBe(0)
  return claim
}
/** The traveller's claim notifications, oldest first. */
const told = async () =>
  (await ada.notifications())
    .filter(({ type }) => type === 10)
    .map(({ content }) => (content as { claim: string }).claim)

test('creates a claim with text and photos, and shows when we start', async () => {
  const photo = await newPhoto(server, ada.uin)
  const { result: claim } = await make({ photos: [photo] })
  expect(claim).toMatchObject({
    orderNumber: order.orderNumber,
    kind: 'damaged',
    words: 'A wheel is broken',
    amount: { amount: 50_000, currency: 'CNY' },
    stage: 'received',
    complaint: 'none',
    dueTime: '2026-11-23T06:00:00.000Z',
    offer: null,
    actions: ['complain'],
    history: [{ type: 'received', time: '2026-11-22T06:00:00.000Z', amount: 50_000 }],
  })
  expect(claim.photos[0]?.split('?')[0]).toBe(photo.split('?')[0])
  const { result: all } = await server.call(listClaims, {
    params: { orderId: order.orderId },
    token: ada.token,
  })
  expect(all).toMatchObject({
    mayClaim: 'yes',
    until: '2026-11-29T06:00:00.000Z',
    list: [{ claimId: claim.claimId }],
  })
  expect((await ada.read(order.orderId)).trace?.at(-1)).toMatchObject({
    type: 'updated',
    facts: { claim: 'received', claimId: claim.claimId },
  })
  const log = await server.call(operatorListOperations, {
    params: { orderId: order.orderId },
    token: operatorToken,
  })
  expect(log.result.at(-1)).toMatchObject({
    action: 611,
    actor: `traveller:${ada.uin}`,
    details: { claimId: claim.claimId, kind: 'damaged', event: 'received', amount: 50_000 },
  })
})

test('creates one claim for a repeated request', async () => {
  const key = newKey()
  const [first, second] = [await make({}, key), await make({}, key)]
  expect(second.result.claimId).toBe(first.result.claimId)
  const { result } = await server.call(listClaims, { params: { orderId: order.orderId }, token: ada.token })
  expect(result.list).toHaveLength(1)
})

test('merges claims with the same text from two tabs, with the photos of both', async () => {
  const [one, other] = [await newPhoto(server, ada.uin), await newPhoto(server, ada.uin)]
  const both = await Promise.all([make({ photos: [one] }), make({ photos: [one, other] })])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(new Set(both.map(({ result }) => result.claimId)).size).toBe(1)
  const { result: all } = await server.call(listClaims, {
    params: { orderId: order.orderId },
    token: ada.token,
  })
  const bare = (urls: readonly string[] = []) => urls.map((url) => url.split('?')[0]).toSorted()
  expect(all.list.map(({ photos }) => bare(photos))).toEqual([bare([one, other])])
  expect(all.list[0]?.history.map(({ type }) => type)).toEqual(['received'])
  expect((await make({ kind: 'late' })).result.claimId).not.toBe(all.list[0]?.claimId)
})

test('drops another tab’s photos beyond the claim’s limit', async () => {
  const photos = await Promise.all(Array.from({ length: 8 }, () => newPhoto(server, ada.uin)))
  await make({ photos: photos.slice(0, 5) })
  const { result: claim } = await make({ photos: photos.slice(2) })
  const { db } = server.services
  const stored = await db
    .select({ fileId: files.fileId })
    .from(files)
    .where(and(inArray(files.fileId, photos.map(fileIdOf).map(String)), isNotNull(files.keptTime)))
  const own = photos.slice(0, 6).map(fileIdOf)
  expect(claim.photos.map(fileIdOf)).toEqual(own)
  expect(stored.map(({ fileId }) => fileId).toSorted()).toEqual(own.toSorted())
})

test('creates another claim with the same text once the first is closed', async () => {
  const first = await offered(1_000)
  expect((await make()).result.claimId).toBe(first.claimId)
  await act(declineOffer, first, { offer: 1 })
  expect((await make()).result.claimId).not.toBe(first.claimId)
})

test('refuses a claim before the pickup, a week after the hand-over, above the cover, or with another’s photo', async () => {
  const reasonOf = async (answer: ReturnType<typeof make>) => {
    const { status, code, result } = await answer
    return [status, code, (result as unknown as { reason?: string; limit?: number } | null)?.reason]
  }
  const { result: all } = await server.call(listClaims, {
    params: { orderId: order.orderId },
    token: ada.token,
  })
  expect(await reasonOf(make({ amount: all.limit.amount + 1 }))).toEqual([400, 1008, undefined])
  expect((await make({ amount: all.limit.amount })).code).toBe(0)
  const eve = await newTraveller(server)
  expect(await reasonOf(make({ photos: [eve.photo] }))).toEqual([400, 1008, undefined])
  server.clock.set('2026-11-29T06:00:00.001Z')
  expect(await reasonOf(make())).toEqual([409, 1008, 'over'])
  server.clock.set('2026-11-22T06:00:00.000Z')
  order = await ada.paidOrder({
    pickupTime: '2026-11-22T20:00:00+08:00',
    deliveryTime: '2026-11-23T10:00:00+08:00',
  })
  expect(await reasonOf(make())).toEqual([409, 1008, 'notYet'])
})

test('notifies once when a claim is overdue, and clears the deadline when we start', async () => {
  const { result: claim } = await make()
  server.clock.advance(24 * hour - 1)
  await runClaimClocks(server.services)
  expect((await read(claim)).stage).toBe('received')
  server.clock.advance(1)
  server.hints.length = 0
  await Promise.all([runClaimClocks(server.services), runClaimClocks(server.services)])
  expect(await read(claim)).toMatchObject({ stage: 'receivedLate', dueTime: '2026-11-23T06:00:00.000Z' })
  expect(await told()).toEqual(['overdue'])
  expect(server.hints).toEqual(
    expect.arrayContaining([
      { kind: 'unread', uin: ada.uin },
      { kind: 'order', uin: ada.uin, orderId: order.orderId },
    ]),
  )
  await act(operatorStartClaim, claim)
  expect(await told()).toEqual(['overdue', 'started'])
  expect((await read(claim)).dueTime).toBeNull()
})

test('refunds an accepted offer up to the payment, and records the rest as a payout', async () => {
  const claim = await offered(order.total.amount + 30_000)
  const { result: accepted } = await act(acceptOffer, claim, { offer: 1 })
  expect(accepted).toMatchObject({
    stage: 'accepted',
    dueTime: '2026-11-25T06:00:00.000Z',
    paid: { amount: 0 },
  })
  expect((await act(operatorPayClaim, claim, { reference: 'Bank transfer 0482' })).result).toMatchObject({
    stage: 'accepted',
    paid: { amount: 30_000 },
    payoutDue: { amount: 0 },
    events: [],
  })
  // A second payout is refused.
  expect((await act(operatorPayClaim, claim, { reference: 'Again' })).code).toBe(1008)
  await runDue(server)
  await runDue(server, 10_000)
  expect(await read(claim)).toMatchObject({
    stage: 'paid',
    dueTime: null,
    paid: { amount: order.total.amount + 30_000 },
  })
  expect((await read(claim)).history.map(({ type }) => type)).toEqual([
    ...['received', 'started', 'offered', 'accepted', 'paidOut', 'paid'],
  ])
  const { refunds, status } = await ada.read(order.orderId)
  expect([refunds.map(({ amount }) => amount.amount), status]).toEqual([[order.total.amount], 'handed'])
  expect(await told()).toEqual(['started', 'offered', 'paidOut', 'paid'])
  const days = { from: '2026-11-01', until: '2026-12-31' }
  const { result: money } = await server.call(operatorListMoney, { query: days, token: operatorToken })
  const moved = money.list.filter(({ orderId }) => orderId === order.orderId)
  expect(moved.map(({ kind, amount, reference }) => [kind, amount.amount, reference]).sort()).toEqual([
    ['payment', order.total.amount, expect.any(String)],
    ['payout', 30_000, 'Bank transfer 0482'],
    ['refund', order.total.amount, expect.any(String)],
  ])
})

test('marks a claim as paid when an operator pays the rest after the refund', async () => {
  const claim = await offered(order.total.amount + 30_000)
  await act(acceptOffer, claim, { offer: 1 })
  await runDue(server)
  await runDue(server, 10_000)
  expect(await read(claim)).toMatchObject({ stage: 'accepted', paid: order.total })
  await act(operatorPayClaim, claim, { reference: 'Bank transfer 0483' })
  expect(await read(claim)).toMatchObject({ stage: 'paid', paid: { amount: order.total.amount + 30_000 } })
})

test('marks a claim as paid after its refund succeeds, and as late while it fails for three days', async () => {
  const claim = await offered(5_000)
  await server.services.db.update(sandboxSessions).set({ failsRefunds: true })
  await act(acceptOffer, claim, { offer: 1 })
  await runDue(server)
  await runDue(server, 10_000)
  expect((await read(claim)).stage).toBe('accepted')
  server.clock.set('2026-11-25T06:00:00.000Z')
  await runClaimClocks(server.services)
  expect((await read(claim)).stage).toBe('acceptedLate')
  await server.services.db.update(sandboxSessions).set({ failsRefunds: false })
  await runDue(server, 2 * hour)
  await runDue(server, 10_000)
  expect((await read(claim)).stage).toBe('paid')
})

test('accepts answers to the latest offer only, and sets a one-day deadline for a second look', async () => {
  const claim = await offered(5_000)
  await act(operatorOfferClaim, claim, { amount: 4_000, words: 'A mistake: this much' })
  expect((await act(acceptOffer, claim, { offer: 1 })).status).toBe(409)
  expect((await act(declineOffer, claim, { offer: 1 })).status).toBe(409)
  expect((await act(askAgain, claim, { words: 'The bag was new' })).result).toMatchObject({
    stage: 'askedAgain',
    dueTime: '2026-11-23T06:00:00.000Z',
    history: expect.arrayContaining([
      expect.objectContaining({ type: 'askedAgain', words: 'The bag was new' }),
    ]),
  })
  expect((await act(acceptOffer, claim, { offer: 2 })).status).toBe(409)
  await act(operatorStartClaim, claim)
  await act(operatorOfferClaim, claim, { amount: 0, words: 'It is not ours to pay' })
  expect((await act(acceptOffer, claim, { offer: 3 })).result).toMatchObject({
    stage: 'closed',
    paid: { amount: 0 },
  })
  expect((await ada.read(order.orderId)).refunds).toEqual([])
})

test('returns 404 for another traveller’s answers to an offer', async () => {
  const claim = await offered(1_000)
  const { token } = await newTraveller(server)
  const params = { claimId: claim.claimId }
  const answers = [
    await server.call(acceptOffer, { params, token, body: { offer: 1 } }),
    await server.call(declineOffer, { params, token, body: { offer: 1 } }),
    await server.call(askAgain, { params, token, body: { words: 'Look' } }),
    await server.call(complain, { params, token, body: { words: 'Slow' } }),
  ]
  expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(4).fill([404, 1002]))
  expect(await read(claim)).toMatchObject({ stage: 'offered', complaint: 'none' })
})

test('limits the offers of all claims of an order together to its cover', async () => {
  const { result: all } = await server.call(listClaims, {
    params: { orderId: order.orderId },
    token: ada.token,
  })
  const first = await offered(all.limit.amount - 1_000)
  const { result: second } = await make({ amount: 0 })
  expect((await act(operatorStartClaim, second)).result.limit).toEqual({ amount: 1_000, currency: 'CNY' })
  expect(await act(operatorOfferClaim, second, { amount: 1_001, words: 'x' })).toMatchObject({
    code: 1008,
    result: { field: 'amount', limit: 1_000 },
  })
  await act(declineOffer, first, { offer: 1 })
  expect((await act(operatorOfferClaim, second, { amount: 1_001, words: 'x' })).code).toBe(0)
})

test('sets a two-day deadline for a complaint, and marks it as late afterwards', async () => {
  const { result: claim } = await make()
  await act(operatorStartClaim, claim)
  expect((await act(complain, claim, { words: 'Nobody calls' })).result).toMatchObject({
    complaint: 'waiting',
    complaintDueTime: '2026-11-24T06:00:00.000Z',
    actions: [],
  })
  expect((await act(complain, claim, { words: 'Again' })).status).toBe(409)
  server.clock.advance(48 * hour)
  await runClaimClocks(server.services)
  expect((await read(claim)).complaint).toBe('late')
  const { result: due } = await server.call(operatorListClaims, { token: operatorToken })
  expect(due.list[0]).toMatchObject({ claimId: claim.claimId, isOverdue: true, events: ['offer', 'answer'] })
  expect((await act(operatorAnswerComplaint, claim, { words: 'We called' })).result).toMatchObject({
    complaint: 'answered',
    complaintDueTime: null,
  })
  expect(await told()).toEqual(['started', 'complaintOverdue', 'answered'])
})

test('lists due claims first for operators, and claims that wait for the traveller last', async () => {
  const waiting = await offered(1_000)
  const { result: late } = await make({ words: 'A strap is torn' })
  server.clock.advance(hour)
  const { result: complained } = await make({ words: 'A lock is broken' })
  await act(operatorStartClaim, complained)
  await act(complain, complained, { words: 'Nobody calls' })
  const { result: due } = await server.call(operatorListClaims, { token: operatorToken })
  expect(due.list.map(({ claimId }) => claimId)).toEqual(
    [late, complained, waiting].map(({ claimId }) => claimId),
  )
})

test('pages the operator’s claims, each once, and refuses an invalid cursor', async () => {
  const first = (await make()).result
  server.clock.advance(hour)
  const open = await offered(1_000, { words: 'A strap is torn' })
  // More than one page, some due at the same time, some without a due time.
  const [row] = await server.services.db.select().from(claims).where(eq(claims.claimId, first.claimId))
  const copies = Array.from({ length: 60 }, (_, index) => ({
    ...row!,
    claimId: `copy${String(index).padStart(2, '0')}`,
    dueTime: index % 3 === 0 ? null : row!.dueTime,
  }))
  await server.services.db.insert(claims).values(copies)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const { result } = await server.call(operatorListClaims, { token: operatorToken, query })
    expect(result.list.length).toBeLessThanOrEqual(50)
    seen.push(...result.list.map(({ claimId }) => claimId))
    cursor = result.nextCursor
  } while (cursor !== null)
  const due = copies.filter(({ dueTime }) => dueTime).map(({ claimId }) => claimId)
  const rest = copies.filter(({ dueTime }) => !dueTime).map(({ claimId }) => claimId)
  const all = [...[first.claimId, ...due].toSorted(), ...rest, open.claimId]
  expect(seen.filter((claimId) => all.includes(claimId))).toEqual(all)
  const bad = { token: operatorToken, query: { cursor: 'nothing' } }
  expect((await server.call(operatorListClaims, bad)).code).toBe(1008)
  await server.services.db.delete(claims).where(like(claims.claimId, 'copy%'))
})

test('opens a claim with a deadline for a change without the traveller’s consent', async () => {
  const claim = await inTransaction(server.services.db, async (work) =>
    openClaim(work, server.services, (await lockOrder(work, order.orderId))!, {
      ...{ kind: 'changed', words: 'Seal 4471 became 4499', photos: [], amount: 0 },
      actor: `traveller:${ada.uin}`,
    }),
  )
  expect(await read({ claimId: claim.claimId } as Claim)).toMatchObject({
    kind: 'changed',
    stage: 'received',
    dueTime: '2026-11-23T06:00:00.000Z',
  })
  const [row] = await server.services.db.select().from(claims).where(eq(claims.claimId, claim.claimId))
  expect(row?.uin).toBe(ada.uin)
})
