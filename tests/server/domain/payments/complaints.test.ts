import {
  openPaymentSession,
  operatorGetOrder,
  operatorListDisputes,
  type PaymentChoice,
} from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { recordComplaints } from '../../../../server/flows/record-disputes.ts'
import { newTraveller, operatorToken } from '../../trip.ts'
import { useProviders } from '../../use-providers.ts'
import { useServer } from '../../use-server.ts'

const server = useServer({}, { listens: true })
const desks = useProviders(server)

const disputes = async () =>
  (await server.call(operatorListDisputes, { query: {}, token: operatorToken })).result.list

async function payWith(method: PaymentChoice) {
  server.clock.set('2026-11-21T02:00:00.000Z')
  const ada = await newTraveller(server)
  const { orderId, paymentId } = await ada.order()
  const { result: page } = await server.call(openPaymentSession, {
    token: ada.token,
    locale: 'zh-CN',
    params: { paymentId: paymentId! },
    body: { method },
  })
  expect(await desks[method].take(page)()).toBe(200)
  return { orderId, page }
}

test.each([
  ['alipay', '商家未履约'],
  ['wechat_pay', 'refund'],
] as const)(
  'shows a complaint at %s as a dispute, without its words, until it is over',
  async (method, reason) => {
    const { orderId, page } = await payWith(method)
    desks[method].complain?.(page, false)
    await recordComplaints(server.services)
    await recordComplaints(server.services)
    expect(await disputes()).toMatchObject([{ orderId, amount: { amount: 9800, currency: 'CNY' }, reason }])
    const { result } = await server.call(operatorGetOrder, { params: { orderId }, token: operatorToken })
    expect(JSON.stringify(result)).not.toContain('13900000000')
    // WeChat Pay lists at most 30 days at once.
    server.clock.advance(70 * 24 * 3_600_000)
    desks[method].complain?.(page, true)
    await recordComplaints(server.services)
    expect(await disputes()).toEqual([])
  },
)

test('leaves out complaints about payments of other systems, and reads every page', async () => {
  const { orderId, page } = await payWith('wechat_pay')
  desks.wechat_pay.complain?.({ ...page, sessionId: 'ofanothersystem' }, false)
  await recordComplaints(server.services)
  expect(await disputes()).toEqual([])
  desks.wechat_pay.complain?.(page, false)
  const [complaint] = desks.wechat_pay.complaints!.splice(0)
  desks.wechat_pay.complaints!.push(
    ...Array.from({ length: 70 }, (_, index) => ({
      ...complaint,
      complaint_id: `other-${index}`,
      complaint_order_info: [{ out_trade_no: 'ofanothersystem' }],
    })),
    complaint!,
  )
  await recordComplaints(server.services)
  expect(await disputes()).toMatchObject([{ orderId }])
})
