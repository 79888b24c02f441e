import { operatorReview, updateProfile } from '@handsfree/core/contract'
import { extractText } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { newTraveller, operate, runDue } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const download = (orderId: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'GET', url: `/api/orders/${orderId}/receipt.pdf`, headers })

const readReceipt = async (orderId: string, token: string, locale: 'en-US' | 'zh-CN') => {
  const answer = await download(orderId, { token: `Bearer ${token}`, 'accept-language': locale })
  const { headers, rawPayload } = answer
  expect([headers['content-type'], headers['cache-control']]).toEqual(['application/pdf', 'no-store'])
  const { text, totalPages } = await extractText(new Uint8Array(rawPayload), { mergePages: true })
  return { text: text.replace(/\s+/g, ' '), totalPages }
}

test('renders seller, prices, payments and refunds in the traveller’s language', async () => {
  const ada = await newTraveller(server)
  await server.call(updateProfile, { token: ada.token, body: { name: 'Ada 龘', email: 'ada@example.com' } })
  const { orderId, orderNumber } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Too large' })
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  const english = await readReceipt(orderId, ada.token, 'en-US')
  const chinese = await readReceipt(orderId, ada.token, 'zh-CN')
  const { company } = server.services.settings
  for (const words of [
    'Receipt',
    orderNumber,
    company['en-US'].name,
    'ada@example.com',
    /Issued Sat, Nov 21, 2026 at/,
    'Total ¥98.00',
    'Luggage delivery',
    /Refunded Sat, Nov 21, 2026 at/,
    '−¥98.00',
    'Total after refund',
    'Tax number',
    'All times are Hangzhou time',
    "It isn't a tax invoice",
  ])
    expect(english.text).toMatch(words)
  const compact = chinese.text.replaceAll(' ', '')
  for (const words of [
    '收据',
    orderNumber.replaceAll(' ', ''),
    '税号',
    '开具时间',
    '2026年11月21日',
    '合计',
    '支付与退款',
    '已于2026年11月21日',
    '−¥98.00',
    '退款后实付',
    '不能代替发票',
    company['zh-CN'].name.replaceAll(' ', ''),
  ])
    expect(compact).toContain(words)
  expect([english.totalPages, chinese.totalPages]).toEqual([1, 1])
})

test('refuses strangers, callers without a token, and unpaid orders', async () => {
  const ada = await newTraveller(server)
  const { orderId } = await ada.paidOrder()
  const bo = await newTraveller(server)
  const codeOf = async (id: string, headers: Record<string, string>) =>
    (await download(id, headers)).json().code
  const as = ({ token }: { token: string }) => ({ token: `Bearer ${token}` })
  expect(await codeOf(orderId, as(bo))).toBe(5004)
  expect(await codeOf(orderId, {})).toBe(1010)
  const unpaid = await ada.order()
  expect(await codeOf(unpaid.orderId, as(ada))).toBe(1002)
})
