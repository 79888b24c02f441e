import { readFileSync } from 'node:fs'
import type { Platform } from '@handsfree/core'
import {
  getReceiverLink,
  listClaims,
  type Order,
  operatorOfferClaim,
  operatorReturn,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { cardTexts } from '@handsfree/core/i18n'
import { createOrderDetail, selectIsReading } from '@handsfree/core/orders'
import { expect, test, vi } from 'vitest'
import { SimulatedClock, waitFor } from 'xstate'
import { follow } from '../../../clients/terminal/follow.ts'
import { orderMenu, runStep } from '../../../clients/terminal/order-menu.ts'
import type { TerminalSession } from '../../../clients/terminal/terminal-session.ts'
import { must, placePaidOrder, readOrder, type Traveller } from '../../e2e/backend.ts'
import { play } from '../../e2e/desk.ts'
import { useTerminals } from './use-terminals.ts'

const terminals = useTerminals()
const read = (traveller: Traveller, { orderId }: Order) => readOrder(traveller, orderId)
/** The current choices of an order's menu. */
const offered = async (step: TerminalSession, order: Order) => {
  const detail = createOrderDetail(step.app, order.orderId)
  detail.start()
  const snapshot = await waitFor(detail, (current) => !selectIsReading(current))
  detail.stop()
  return orderMenu(step, snapshot).map(({ value }) => value)
}

test('creates the recipient’s link, lets it show the code, and revokes it', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  answers(
    [say('receiverLink.make'), say('receiverLink.withoutCode')],
    [say('receiverLink.title'), say('receiverLink.withCode')],
    [say('receiverLink.title'), say('common.back')],
  )
  await runStep(step, order, 'link')
  expect(written()).toMatch(/http:\/\/localhost:\d+\/trip\/[\w-]{22,}/)
  const params = { orderId: order.orderId }
  const link = async () => must(await traveller.api.call(getReceiverLink, { params })).link
  expect((await link())?.showsClaimCode).toBe(true)
  answers(
    [say('receiverLink.title'), say('receiverLink.takeBack')],
    [say('receiverLink.make'), say('common.back')],
  )
  await runStep(step, order, 'link')
  expect(await link()).toBeNull()
})

test('shows a desk the card with its code in both languages once bags can be collected', async () => {
  const { traveller, step, say, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  await play(terminals.operator(), order, 'reviewing', 'delivered')
  const there = await read(traveller, order)
  await runStep(step, there, 'card')
  const card = written()
  expect(card).toContain(`${cardTexts['zh-CN'].delivery(2)}\n${cardTexts['en-US'].delivery(2)}`)
  expect(card.replaceAll(' ', '')).toContain(there.claimCode)
  expect(card).toContain(say('bags.seal', { seal: '4471' }))
  expect(card).toMatch(/[█▀▄]{10}/)
})

test('writes pickup and delivery as a calendar file, and reports a failed write', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  const path = terminals.fileOf('trip.ics')
  answers([say('terminal.savePath'), path])
  await runStep(step, order, 'calendar')
  expect(written()).toContain(say('terminal.saved', { path }))
  expect(readFileSync(path, 'utf8')).toMatch(
    /^BEGIN:VCALENDAR[\s\S]+TZID=Asia\/Shanghai[\s\S]+END:VCALENDAR\r\n$/,
  )
  answers([say('terminal.savePath'), terminals.fileOf('nowhere/trip.ics')])
  await runStep(step, order, 'calendar')
  expect(written()).toContain(say('calendar.failed'))
})

test('makes a claim, sees its deadline, and accepts the offer', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  await play(terminals.operator(), order, 'reviewing', 'in_transit')
  answers(
    [say('claims.title'), say('claim.new')],
    [say('claim.about'), say('claim.kind.damaged')],
    [say('claim.words'), ''],
    [say('claim.words'), 'A wheel is broken'],
    [say('terminal.photoPath'), ''],
    [say('claim.amount'), '999999'],
    [say('claim.amount'), '300'],
    [say('claims.title'), say('common.back')],
  )
  await runStep(step, order, 'claims')
  const made = written()
  expect(made).toContain(say('claim.wordsRequired'))
  expect(made).toContain('start by')
  const { list } = must(await traveller.api.call(listClaims, { params: { orderId: order.orderId } }))
  expect(list.map(({ kind, words, amount }) => [kind, words, amount.amount])).toEqual([
    ['damaged', 'A wheel is broken', 30_000],
  ])
  const params = { claimId: list[0]?.claimId ?? '' }
  must(await terminals.operator().call(operatorStartClaim, { params, body: {} }))
  must(
    await terminals
      .operator()
      .call(operatorOfferClaim, { params, body: { amount: 15_000, words: 'Half of it' } }),
  )
  const accept = say('claim.acceptAmount', { amount: '¥150.00' })
  answers(
    [say('claims.title'), accept],
    [say('claim.ask.accept'), accept],
    [say('claims.title'), say('common.back')],
  )
  await runStep(step, order, 'claims')
  expect(written()).toContain('Half of it')
  const after = must(await traveller.api.call(listClaims, { params: { orderId: order.orderId } }))
  expect(['accepted', 'paid']).toContain(after.list[0]?.stage)
})

test('changes the number of bags, sees the extra cost, and pays it', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  expect(await offered(step, order)).toContain('change')
  const stays = (['pickupDay', 'pickupTime', 'deliveryDay', 'deliveryTime'] as const).map(
    (id) => [say(`orderForm.${id}`), ''] as const,
  )
  answers(
    [say('orderForm.noDelivery'), ''],
    ...stays,
    [say('orderForm.pieces'), '3'],
    [say('orderForm.receiver'), ''],
    [say('orderForm.receiverName'), ''],
    [say('orderForm.receiverPhone'), ''],
    [say('orderForm.remarks'), 'Ring twice'],
    [say('orderChange.sheetTitle'), say('orderChange.pay', { amount: '¥24.50' })],
  )
  await runStep(step, order, 'change')
  const change = written()
  expect(change).toContain('¥122.50')
  expect(change).toContain(say('payment.paidTitle'))
  const { pieces, remarks, changes } = await read(traveller, order)
  expect([pieces, remarks, changes?.open]).toEqual([3, 'Ring twice', null])
})

test('names the city with each time when the terminal is in another zone', async () => {
  const { traveller, step, say, answers, written } = await terminals.open('en-US', 'America/New_York')
  const order = await placePaidOrder(traveller)
  const inCity = String.raw`(Today|Tomorrow|\w{3}, \w{3} \d+) at (?:\d+:\d\d\s[AP]M|noon) \(Hangzhou\)`

  const zone = say('time.ofCity', { city: 'Hangzhou' })
  answers(
    [say('orderForm.noDelivery'), ''],
    ...(['pickupDay', 'pickupTime', 'deliveryDay', 'deliveryTime'] as const).map(
      (id) => [`${say(`orderForm.${id}`)} · ${zone}`, ''] as const,
    ),
    [say('orderForm.pieces'), '3'],
    [say('orderForm.receiver'), ''],
    [say('orderForm.receiverName'), ''],
    [say('orderForm.receiverPhone'), ''],
    [say('orderForm.remarks'), ''],
    [say('orderChange.sheetTitle'), say('common.back')],
  )
  await runStep(step, order, 'change')
  const outlook = written()
  for (const id of ['orderForm.pickup', 'orderChange.freeUntil', 'orderForm.delivery'] as const)
    expect(outlook).toMatch(new RegExp(`${say(id)} +${inCity}`))

  answers(
    [say('receiverLink.make'), say('receiverLink.withoutCode')],
    [say('receiverLink.title'), say('common.back')],
  )
  await runStep(step, order, 'link')
  await play(terminals.operator(), order, 'reviewing', 'in_transit')
  answers(
    [say('claims.title'), say('claim.new')],
    [say('claim.about'), say('claim.kind.damaged')],
    [say('claim.words'), 'A wheel is broken'],
    [say('terminal.photoPath'), ''],
    [say('claim.amount'), '300'],
    [say('claims.title'), say('common.back')],
  )
  await runStep(step, order, 'claims')
  expect(written()).toMatch(new RegExp(`^${inCity} ·`, 'm'))

  await play(terminals.operator(), order, 'in_transit', 'handed')
  answers([say('receiverLink.title'), say('common.back')])
  await runStep(step, await read(traveller, order), 'link')
  expect(written()).toMatch(/Link expires \S.* \(Hangzhou\)/)
})

test('explains why an order cannot be changed, and that nothing has changed yet', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  await play(terminals.operator(), order, 'reviewing', 'in_transit')
  answers(
    [say('orderForm.noDelivery'), ''],
    [say('orderForm.deliveryDay'), ''],
    [say('orderForm.deliveryTime'), ''],
    [say('orderChange.title'), say('common.back')],
  )
  await runStep(step, order, 'change')
  expect(written()).toContain(say('orderChange.nothingYet'))
  await play(terminals.operator(), order, 'in_transit', 'delivered')
  await runStep(step, order, 'change')
  expect(written()).toContain(say('orderChange.reason', { reason: 'arrived' }))
})

test('chooses where uncollected bags go', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  await play(terminals.operator(), order, 'reviewing', 'delivered')
  const params = { orderId: order.orderId }
  must(
    await terminals.operator().call(operatorReturn, { params, body: { step: 'begin', reason: 'refused' } }),
  )
  expect((await offered(step, order))[0]).toBe('return')
  answers(
    [say('orderReturn.title'), say('orderReturn.pick', { kind: 'back' })],
    [say('orderReturn.choice'), say('orderReturn.send', { kind: 'back' })],
    [say('orderReturn.title'), say('common.back')],
  )
  await runStep(step, order, 'return')
  expect(written()).toContain(say('orderReturn.reason', { reason: 'refused' }))
  expect((await read(traveller, order)).returning?.choice).toBe('back')
})

test('reports late bags at the promised time without news from the server', async () => {
  const { traveller, app, step, say, written } = await terminals.open()
  const order = await placePaidOrder(traveller)
  await play(terminals.operator(), order, 'reviewing', 'in_transit')
  const { estimatedDelivery } = await read(traveller, order)
  const simulated = new SimulatedClock()
  const clock: Platform['clock'] = {
    setTimeout: (task, milliseconds) => simulated.setTimeout(task, milliseconds),
    clearTimeout: (timer) => simulated.clearTimeout(timer as number),
  }
  let time = Date.now()
  const over = new AbortController()
  const followed = follow(
    {
      ...step,
      signal: over.signal,
      app: { ...app, clock: { ...app.clock, now: () => time }, platform: { ...app.platform, clock } },
      // The question stays open.
      choose: (_, __, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          for (const end of [signal, over.signal]) end?.addEventListener('abort', () => reject(end.reason))
        }),
    },
    order.orderId,
  )
  const late = say('orderHeadline.late', { pieces: 2 })
  await vi.waitFor(() => expect(written()).toContain(say('orderHeadline.in_transit', { pieces: 2 })))
  simulated.increment(60_000)
  expect(written()).not.toContain(late)
  time = Date.parse(estimatedDelivery) + 60_000
  simulated.increment(60_000)
  expect(written()).toContain(late)
  over.abort()
  await expect(followed).rejects.toThrow()
})
