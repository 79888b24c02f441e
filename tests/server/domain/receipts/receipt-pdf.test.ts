import { operatorReview, updateProfile } from '@handsfree/core/contract'
import { extractText } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { newTraveller, operate, runDue } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()
beforeEach(() => server.clock.set('2026-11-21T02:00:00.000Z'))

const download = (orderId: string, headers: Record<string, string>, file = 'receipt.pdf') =>
  server.app.inject({ method: 'GET', url: `/api/orders/${orderId}/${file}`, headers })

const readPdf = async (orderId: string, token: string, locale: 'en-US' | 'zh-CN', file = 'receipt.pdf') => {
  const answer = await download(orderId, { token: `Bearer ${token}`, 'accept-language': locale }, file)
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
  const english = await readPdf(orderId, ada.token, 'en-US')
  const chinese = await readPdf(orderId, ada.token, 'zh-CN')
  const { company } = server.services.settings
  for (const words of [
    'Receipt',
    /Receipt number R-2026-\d{6}/,
    /C-2026-\d{6}/,
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
    '生成时间',
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

test('renders a credit note in the traveller’s language, and none before the refund is done', async () => {
  const ada = await newTraveller(server)
  await server.call(updateProfile, { token: ada.token, body: { name: 'Ada', email: 'ada@example.com' } })
  const { orderId, payments } = await ada.paidOrder()
  await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Too large' })
  const [refund] = (await ada.read(orderId)).refunds
  const file = `refunds/${refund?.refundId}/credit-note.pdf`
  const as = ({ token }: { token: string }) => ({ token: `Bearer ${token}` })
  expect((await download(orderId, as(ada), file)).json().code).toBe(1002)
  await runDue(server, 1_000)
  await runDue(server, 100_000)
  const english = await readPdf(orderId, ada.token, 'en-US', file)
  const chinese = await readPdf(orderId, ada.token, 'zh-CN', file)
  const { company } = server.services.settings
  for (const words of [
    /Credit note number C-2026-\d{6}/,
    `For receipt ${payments[0]?.receiptNumber}`,
    "Reason The order didn't pass our review",
    'Paid by Ada ada@example.com',
    /Refunded Sat, Nov 21, 2026 at/,
    'Total refunded −¥98.00',
    company['en-US'].name,
  ])
    expect(english.text).toMatch(words)
  const compact = chinese.text.replaceAll(' ', '')
  for (const words of ['退款凭证编号C-2026-', '对应收据R-2026-', '退款原因订单未通过审核', '退款合计−¥98.00'])
    expect(compact).toContain(words)
  expect((await download(orderId, as(await newTraveller(server)), file)).json().code).toBe(5004)
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
