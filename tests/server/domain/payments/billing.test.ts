import { operatorChange, operatorChangeEntry, operatorReview, quoteOrder } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { assign, draftOf, operate, operatorToken, pricedFactsOf } from '../../trip.ts'
import { useServer, useTraveller } from '../../use-server.ts'

const server = useServer()
const ada = useTraveller(server)

const setRule = async (rule: object) => {
  const entry = {
    priceRuleId: 'cny-49-piece-3-less-50',
    currency: 'CNY' as const,
    pricePerPiece: 49_00,
    ...rule,
  }
  const body = { kind: 'priceRules' as const, entry }
  expect((await server.call(operatorChangeEntry, { body, token: operatorToken })).code).toBe(0)
}
/** 14:00 on Sunday to 18:00 on Tuesday: 52 hours, of which 4 are the journey. */
const late = { deliveryTime: '2026-11-24T18:00:00+08:00' }
const quote = async (pieces: number, changes: object = {}) => {
  const draft = draftOf([ada.photo], { pieces, ...changes })
  const { pickupTime, deliveryTime } = draft
  const body = { ...pricedFactsOf(draft), pickupTime, deliveryTime }
  return (await server.call(quoteOrder, { body, token: ada.token })).result
}
const shown = ({ lines }: Awaited<ReturnType<typeof quote>>) =>
  lines.filter(({ kind }) => kind !== 'insurance').map(({ kind, amount }) => [kind, amount])

test('prices packages and storage by time, and keeps the price of earlier quotes and orders', async () => {
  const before = await quote(4)
  const draft = draftOf([ada.photo], { pieces: 4 })
  const old = await ada.paidOrder()
  await setRule({
    packagePrice: { pieces: 3, amount: 99_00 },
    storagePerDay: { freeHours: 24, amount: 10_00 },
  })
  expect([shown(await quote(2)), shown(await quote(4)), shown(await quote(4, late))]).toEqual([
    [['packagePrice', 99_00]],
    [
      ['packagePrice', 99_00],
      ['pieces', 49_00],
    ],
    [
      ['packagePrice', 99_00],
      ['pieces', 49_00],
      ['storageTime', 40_00],
    ],
  ])
  const held = await ada.tryCreate(draft, before.quoteId)
  expect([held.code, held.result.total]).toEqual([0, before.total])

  const stored = await quote(4, late)
  const made = await ada.tryCreate(draftOf([ada.photo], { pieces: 4, ...late }), stored.quoteId)
  expect([made.code, made.result.total.amount]).toEqual([0, 188_00])
  await setRule({ packagePrice: { pieces: 3, amount: 9_00 } })
  expect((await ada.read(made.result.orderId)).total.amount).toBe(188_00)

  // A count at the desk is priced by the order's own rule, including storage.
  await ada.pay(made.result.orderId)
  await operate(server, operatorReview, made.result.orderId, {
    result: 'pass',
  })
  await assign(server, made.result.orderId)
  await operate(server, operatorChange, made.result.orderId, { pieces: 5 })
  const counted = await ada.read(made.result.orderId)
  expect([counted.total.amount, counted.surcharge.amount]).toEqual([247_00, 59_00])
  expect((await ada.read(old.orderId)).total).toEqual(old.total)
})

test('refuses a price rule with both a package price and free pieces', async () => {
  const body = {
    kind: 'priceRules' as const,
    entry: {
      priceRuleId: 'cny-49',
      currency: 'CNY' as const,
      pricePerPiece: 49_00,
      freePieces: 1,
      packagePrice: { pieces: 3, amount: 99_00 },
    },
  }
  expect((await server.call(operatorChangeEntry, { body, token: operatorToken })).code).toBe(1008)
})

test('charges a package price without storage at a demo guesthouse', async () => {
  const at = (pieces: number, changes: object = {}) =>
    quote(pieces, { qrId: 'demo-guesthouse', roomPassword: '4711', ...changes })
  expect([shown(await at(2)), shown(await at(3)), shown(await at(2, late))]).toEqual([
    [['packagePrice', 99_00]],
    [
      ['packagePrice', 99_00],
      ['pieces', 49_00],
    ],
    [['packagePrice', 99_00]],
  ])
})
