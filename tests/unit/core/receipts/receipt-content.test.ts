import type { Company, Order } from '@handsfree/core/contract'
import { type ReceiptOptions, type ReceiptRow, receiptContent } from '@handsfree/core/receipts'
import { expect, it } from 'vitest'
import { order } from '../../models/samples.ts'
import { chinese, english } from '../../web/app/platform/languages.ts'

const now = Date.parse('2026-11-25T09:30:00+08:00')
const money = (amount: number) => ({ amount, currency: 'CNY' as const })

/** Two bags, a third that was counted at the desk, and one that stayed behind. */
const settled = order({
  pieces: 2,
  lines: [
    { ...order().lines[0]!, pieces: 2, unit: 98_00, amount: 196_00 },
    { ...order().lines[0]!, kind: 'insurance', pieces: 2, unit: 0, amount: 0, cover: 1_000_00 },
  ],
  total: money(196_00),
  amountPaid: money(196_00),
  payments: [
    { paymentId: '1', source: 'normal', amount: money(196_00), paidTime: '2026-11-23T02:05:00Z' },
    { paymentId: '2', source: 'supplementary', amount: money(98_00), paidTime: '2026-11-24T02:10:00Z' },
  ],
  refunds: [
    {
      refundId: '1',
      amount: money(90_00),
      startTime: '2026-11-24T03:00:00Z',
      refundBy: '2026-11-27T03:00:00Z',
      doneTime: '2026-11-24T08:00:00Z',
    },
    {
      refundId: '2',
      amount: money(8_00),
      startTime: '2026-11-25T00:00:00Z',
      refundBy: '2026-11-28T00:00:00Z',
      doneTime: null,
    },
  ],
})

const company: Company = {
  name: 'Example Luggage Ltd.',
  address: '1 Example Road',
  registration: '12345',
  email: 'help@bags.example',
  icpNumber: null,
  taxNumber: null,
  taxRates: [],
}

const writtenRow = ({ label, value, detail }: ReceiptRow) =>
  [`${label}: ${value}`, detail].filter(Boolean).join(' | ')

const textOf = (shown: Order, options: Omit<ReceiptOptions, 'now'>): string[] => {
  const { brand, title, fullTitle, facts, tables, footer } = receiptContent(shown, { now, ...options })
  const tableTexts = tables.flatMap(({ title, rows, total }) => [title, ...[...rows, total].map(writtenRow)])
  return [fullTitle, brand, title, ...facts.map(writtenRow), ...tableTexts, ...footer]
}

const receipt = (
  changed: Partial<Order> = {},
  intl = english,
  customer = { name: 'Ada', email: 'ada@example.com' },
) => textOf({ ...settled, ...changed }, { intl, customer, company })

it('names the tax that the kept amount includes, if the seller has a rate for the currency', () => {
  const receiptOf = (changes: Partial<Company>) =>
    textOf(settled, {
      intl: english,
      customer: null,
      company: { ...company, taxNumber: '12345', taxRates: [{ currency: 'CNY', percent: 6 }], ...changes },
    }).join('\n')
  expect(receiptOf({})).toContain('Total after refund: ¥196.00 | Includes 6% VAT: ¥11.09')
  expect(receiptOf({ taxRates: [{ currency: 'CNY', percent: 8.25 }] })).toContain(
    'Includes 8.25% VAT: ¥14.94',
  )
  expect(receiptOf({ taxNumber: null })).not.toContain('VAT')
  expect(receiptOf({ taxRates: [{ currency: 'USD', percent: 6 }] })).not.toContain('VAT')
})

it('writes the receipt in the traveller’s language', () => {
  expect(receipt()).toMatchInlineSnapshot(`
    [
      "Receipt HF-1001",
      "Handsfree",
      "Receipt",
      "Order: HF-1001",
      "Issued: Wed, Nov 25, 2026 at 9:30 AM",
      "Paid by: Ada | ada@example.com",
      "Placed: Mon, Nov 23, 2026 at 10:00 AM",
      "From: Lotus Court Hotel | Front desk · 1 Lotus Road",
      "Pickup: Tue, Nov 24, 2026 at 10:00 AM",
      "To: Pudong Airport T2 | Terminal 2",
      "Delivery: Tue, Nov 24, 2026 at 3:00 PM",
      "Recipient: Lin | +86 138 **** 8000",
      "Luggage: 2 bags",
      "Price",
      "¥98.00 × 2: ¥196.00",
      "Coverage up to ¥1,000 per bag: included",
      "Total: ¥196.00",
      "Paid and refunded",
      "Luggage delivery: ¥196.00 | Mon, Nov 23, 2026 at 10:05 AM",
      "Surcharge: ¥98.00 | Tue, Nov 24, 2026 at 10:10 AM",
      "Refund: −¥90.00 | Refunded Tue, Nov 24, 2026 at 4:00 PM",
      "Refund: −¥8.00 | On its way, by Sat, Nov 28, 2026 at 8:00 AM",
      "Total after refund: ¥196.00",
      "Example Luggage Ltd.",
      "1 Example Road",
      "Registration number: 12345",
      "help@bags.example",
      "All times are Shanghai time. This receipt shows what you paid. It isn’t a tax invoice.",
    ]
  `)
  expect(receipt({}, chinese)).toMatchInlineSnapshot(`
    [
      "收据 HF-1001",
      "Handsfree",
      "收据",
      "订单号: HF-1001",
      "生成时间: 2026年11月25日 周三 09:30",
      "付款人: Ada | ada@example.com",
      "下单时间: 2026年11月23日 周一 10:00",
      "取件地: Lotus Court Hotel | Front desk · 1 Lotus Road",
      "取件时间: 2026年11月24日 周二 10:00",
      "目的地: Pudong Airport T2 | Terminal 2",
      "送达时间: 2026年11月24日 周二 15:00",
      "领取人: Lin | +86 138 **** 8000",
      "行李: 2 件行李",
      "费用",
      "¥98.00 × 2: ¥196.00",
      "保障（每件最高赔付 ¥1,000）: 已包含",
      "合计: ¥196.00",
      "支付与退款",
      "行李寄送: ¥196.00 | 2026年11月23日 周一 10:05",
      "补差价: ¥98.00 | 2026年11月24日 周二 10:10",
      "退款: −¥90.00 | 已于 2026年11月24日 周二 16:00 退回",
      "退款: −¥8.00 | 退款中，最晚 2026年11月28日 周六 08:00 到账",
      "退款后实付: ¥196.00",
      "Example Luggage Ltd.",
      "1 Example Road",
      "注册登记号: 12345",
      "help@bags.example",
      "所有时间均为Shanghai时间。本收据仅为付款凭证，不能代替发票。",
    ]
  `)
})

it('leaves out refunds if there are none', () => {
  const paid = (intl: typeof english) => receipt({ refunds: [] }, intl).slice(-9, -5)
  expect(paid(english)).toEqual([
    'Payments',
    'Luggage delivery: ¥196.00 | Mon, Nov 23, 2026 at 10:05\u00a0AM',
    'Surcharge: ¥98.00 | Tue, Nov 24, 2026 at 10:10\u00a0AM',
    'Total paid: ¥294.00',
  ])
  expect(paid(chinese).filter((_, index) => index % 3 === 0)).toEqual(['支付', '实付合计: ¥294.00'])
})

it('names the city of a traveller’s own address', () => {
  const delivery = {
    ...settled.delivery,
    siteId: null,
    name: '1 Century Avenue',
    location: { ...settled.delivery.location, address: '1 Century Avenue', detail: 'Tower 2' },
  }
  expect(receipt({ delivery })).toContain('To: 1 Century Avenue | Shanghai · Tower 2')
})

it('shows times in the site’s time zone', () => {
  expect(receipt({ timeZone: 'America/New_York' })).toContain('Placed: Sun, Nov 22, 2026 at 9:00\u00a0PM')
})

it('leaves out the payer if no name is known', () => {
  const page = receipt({}, english, { name: '', email: '' })
  expect(page.filter((line) => line.startsWith('Paid by'))).toEqual([])
})

it('shows by when a late refund was promised', () => {
  const [, late] = settled.refunds
  const refunds = [{ ...late!, startTime: '2026-11-20T00:00:00Z', refundBy: '2026-11-23T00:00:00Z' }]
  expect(
    [receipt({ refunds }), receipt({ refunds }, chinese)].map((page) => page.find((line) => /−/.test(line))),
  ).toEqual([
    'Refund: −¥8.00 | Late, promised by Mon, Nov 23, 2026 at 8:00\u00a0AM',
    '退款: −¥8.00 | 已超时，应在 2026年11月23日 周一 08:00 前到账',
  ])
})

it('shows how each payment was made, if known', () => {
  const [first, second] = settled.payments
  const payments = [
    { ...first!, method: 'wechat_pay' as const },
    { ...second!, method: null },
  ]
  const paid = (intl = english) =>
    receipt({ payments }, intl).filter((line) => /¥(196|98)/.test(line) && line.includes('2026'))
  expect(paid()[0]).toMatch(/WeChat Pay/)
  expect(paid()[1]).not.toMatch(/·[^·]*Pay/)
  expect(paid(chinese)[0]).toMatch(/微信支付/)
})

it('shows what each payment was for', () => {
  const [, more] = settled.payments
  const purposes = [undefined, 'change', 'return'] as const
  const paid = (intl = english) =>
    purposes.map(
      (purpose) =>
        receipt({ payments: [{ ...more!, purpose }] }, intl)
          .find((line) => line.includes('¥98') && line.includes('2026'))
          ?.split(':')[0],
    )
  expect([paid(), paid(chinese)]).toEqual([
    ['Surcharge', 'Order change', 'Return or new destination'],
    ['补差价', '订单更改', '行李送回或改送'],
  ])
})

it('shows the numbers of receipts and credit notes', () => {
  const [first, second] = settled.payments
  const [back, pending] = settled.refunds
  const numbered = {
    payments: [
      { ...first!, method: 'wechat_pay' as const, receiptNumber: 'R-2026-000123' },
      { ...second!, receiptNumber: 'R-2026-000130' },
    ],
    refunds: [{ ...back!, creditNoteNumber: 'C-2026-000045' }, pending!],
  }
  expect(receipt(numbered).filter((line) => /R-|C-/.test(line))).toEqual([
    'Receipt number: R-2026-000123, R-2026-000130',
    'Luggage delivery: ¥196.00 | Mon, Nov 23, 2026 at 10:05\u00a0AM · WeChat Pay · R-2026-000123',
    'Surcharge: ¥98.00 | Tue, Nov 24, 2026 at 10:10\u00a0AM · R-2026-000130',
    'Refund: −¥90.00 | Refunded Tue, Nov 24, 2026 at 4:00\u00a0PM · C-2026-000045',
  ])
  expect(receipt(numbered, chinese)).toContain('收据编号: R-2026-000123, R-2026-000130')
})
