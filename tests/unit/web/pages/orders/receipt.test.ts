import type { Company, Order } from '@handsfree/core/contract'
import { expect, it } from 'vitest'
import { receiptHtml, receiptName } from '../../../../../web/pages/orders/receipt.ts'
import { order } from '../../../models/samples.ts'
import { chinese, english } from '../../app/platform/languages.ts'

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

const receipt = (
  changed: Partial<Order> = {},
  intl = english,
  customer = { name: 'Ada', email: 'ada@example.com' },
) => receiptHtml({ ...settled, ...changed }, { intl, now, customer, company })

const words = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<small>/g, ' | ')
    .replace(/<\/dt>|<\/th>/g, ': ')
    .replace(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

it('names the receipt’s file after the order', () => {
  expect(receiptName(settled)).toBe('Handsfree-HF-1001.html')
})

it('writes a self-contained HTML file', () => {
  const page = receipt()
  expect(page.replace(/<style>.*<\/style>/s, '<style></style>')).toMatchInlineSnapshot(`
    "<!doctype html>
    <html lang="en-US">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Receipt HF-1001</title>
    <style></style>
    </head>
    <body>
    <main>
    <header>
    <p>Handsfree</p>
    <h1>Receipt</h1>
    </header>
    <dl>
    <dt>Order</dt><dd>HF-1001</dd>
    <dt>Issued</dt><dd>Wed, Nov 25, 2026 at 9:30\u00a0AM</dd>
    <dt>Paid by</dt><dd>Ada<small>ada@example.com</small></dd>
    <dt>Placed</dt><dd>Mon, Nov 23, 2026 at 10:00\u00a0AM</dd>
    <dt>From</dt><dd>Lotus Court Hotel<small>Front desk · 1 Lotus Road</small></dd>
    <dt>Pickup</dt><dd>Tue, Nov 24, 2026 at 10:00\u00a0AM</dd>
    <dt>To</dt><dd>Pudong Airport T2<small>Terminal 2</small></dd>
    <dt>Delivery</dt><dd>Tue, Nov 24, 2026 at 3:00\u00a0PM</dd>
    <dt>Recipient</dt><dd>Lin<small>+86 138 **** 8000</small></dd>
    <dt>Luggage</dt><dd>2 bags</dd>
    </dl>
    <h2>Price</h2>
    <table>
    <tbody>
    <tr><th scope="row">¥98.00 × 2</th><td>¥196.00</td></tr>
    <tr><th scope="row">Coverage up to ¥1,000 per bag</th><td>included</td></tr>
    </tbody>
    <tfoot>
    <tr><th scope="row">Total</th><td>¥196.00</td></tr>
    </tfoot>
    </table>
    <h2>Paid and refunded</h2>
    <table>
    <tbody>
    <tr><th scope="row">Luggage delivery<small>Mon, Nov 23, 2026 at 10:05\u00a0AM</small></th><td>¥196.00</td></tr>
    <tr><th scope="row">Surcharge<small>Tue, Nov 24, 2026 at 10:10\u00a0AM</small></th><td>¥98.00</td></tr>
    <tr><th scope="row">Refund<small>Refunded Tue, Nov 24, 2026 at 4:00\u00a0PM</small></th><td>−¥90.00</td></tr>
    <tr><th scope="row">Refund<small>On its way, by Sat, Nov 28, 2026 at 8:00\u00a0AM</small></th><td>−¥8.00</td></tr>
    </tbody>
    <tfoot>
    <tr><th scope="row">Total after refund</th><td>¥196.00</td></tr>
    </tfoot>
    </table>
    <footer>
    <p>Example Luggage Ltd.</p>
    <p>1 Example Road</p>
    <p>Registration number: 12345</p>
    <p>help@bags.example</p>
    <p>All times are Shanghai time. This receipt shows what you paid. It isn’t a tax invoice.</p>
    </footer>
    </main>
    </body>
    </html>
    "
  `)
  expect(page).not.toMatch(/https?:|src=|href=|url\(|<script/)
  expect(page).toContain('@media screen and (prefers-color-scheme: dark)')
  expect(page).toContain('@media print')
})

it('names the tax that the kept amount includes, if the seller has a rate for the currency', () => {
  const receiptOf = (changes: Partial<Company>) =>
    words(
      receiptHtml(settled, {
        intl: english,
        now,
        customer: null,
        company: { ...company, taxNumber: '12345', taxRates: [{ currency: 'CNY', percent: 6 }], ...changes },
      }),
    ).join('\n')
  expect(receiptOf({})).toContain('Total after refund | Includes 6% VAT: ¥11.09: ¥196.00')
  expect(receiptOf({ taxRates: [{ currency: 'CNY', percent: 8.25 }] })).toContain(
    'Includes 8.25% VAT: ¥14.94',
  )
  expect(receiptOf({ taxNumber: null })).not.toContain('VAT')
  expect(receiptOf({ taxRates: [{ currency: 'USD', percent: 6 }] })).not.toContain('VAT')
})

it('writes the receipt in the traveller’s language', () => {
  expect(receipt({}, chinese)).toContain('<html lang="zh-CN">')
  expect(words(receipt({}, chinese))).toMatchInlineSnapshot(`
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
      "行李寄送 | 2026年11月23日 周一 10:05: ¥196.00",
      "补差价 | 2026年11月24日 周二 10:10: ¥98.00",
      "退款 | 已于 2026年11月24日 周二 16:00 退回: −¥90.00",
      "退款 | 退款中，最晚 2026年11月28日 周六 08:00 到账: −¥8.00",
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
  const paid = (intl: typeof english) => words(receipt({ refunds: [] }, intl)).slice(-9, -5)
  expect(paid(english)).toEqual([
    'Payments',
    'Luggage delivery | Mon, Nov 23, 2026 at 10:05\u00a0AM: ¥196.00',
    'Surcharge | Tue, Nov 24, 2026 at 10:10\u00a0AM: ¥98.00',
    'Total paid: ¥294.00',
  ])
  expect(paid(chinese).filter((_, index) => index % 3 === 0)).toEqual(['支付', '实付合计: ¥294.00'])
})

it('escapes markup in every text of the receipt', () => {
  const evil = `<script>alert('1')</script> & "co"`
  const safe = '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;co&quot;'
  const place = {
    ...settled.pickup,
    name: evil,
    roomNumber: evil,
    location: { ...settled.pickup.location, address: evil },
  }
  const changed = {
    orderNumber: evil,
    cityName: evil,
    receiver: { ...settled.receiver, name: evil },
    pickup: place,
    delivery: { ...place, siteId: null, location: { ...place.location, detail: evil } },
  }
  const page = receipt(changed, english, { name: evil, email: evil })
  expect(page).not.toMatch(/<script|alert\('/)
  // Title and number, the pickup's name, room and address, the delivery's name and detail, receiver, city, customer.
  expect(page.split(safe).length - 1).toBe(11)
})

it('names the city of a traveller’s own address', () => {
  const delivery = {
    ...settled.delivery,
    siteId: null,
    name: '1 Century Avenue',
    location: { ...settled.delivery.location, address: '1 Century Avenue', detail: 'Tower 2' },
  }
  expect(words(receipt({ delivery }))).toContain('To: 1 Century Avenue | Shanghai · Tower 2')
})

it('shows times in the site’s time zone', () => {
  expect(words(receipt({ timeZone: 'America/New_York' }))).toContain(
    'Placed: Sun, Nov 22, 2026 at 9:00\u00a0PM',
  )
})

it('leaves out the payer if no name is known', () => {
  const page = receipt({}, english, { name: '', email: '' })
  expect(words(page).filter((line) => line.startsWith('Paid by'))).toEqual([])
})

it('shows by when a late refund was promised', () => {
  const [, late] = settled.refunds
  const refunds = [{ ...late!, startTime: '2026-11-20T00:00:00Z', refundBy: '2026-11-23T00:00:00Z' }]
  expect(
    [receipt({ refunds }), receipt({ refunds }, chinese)].map((page) =>
      words(page).find((line) => /−/.test(line)),
    ),
  ).toEqual([
    'Refund | Late, promised by Mon, Nov 23, 2026 at 8:00\u00a0AM: −¥8.00',
    '退款 | 已超时，应在 2026年11月23日 周一 08:00 前到账: −¥8.00',
  ])
})

it('shows how each payment was made, if known', () => {
  const [first, second] = settled.payments
  const payments = [
    { ...first!, method: 'wechat_pay' as const },
    { ...second!, method: null },
  ]
  const paid = (intl = english) =>
    words(receipt({ payments }, intl)).filter((line) => /¥(196|98)/.test(line) && line.includes('2026'))
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
        words(receipt({ payments: [{ ...more!, purpose }] }, intl))
          .find((line) => line.includes('¥98') && line.includes('2026'))
          ?.split(' | ')[0],
    )
  expect([paid(), paid(chinese)]).toEqual([
    ['Surcharge', 'Order change', 'Return or reroute'],
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
  expect(words(receipt(numbered)).filter((line) => /R-|C-/.test(line))).toEqual([
    'Receipt number: R-2026-000123, R-2026-000130',
    'Luggage delivery | Mon, Nov 23, 2026 at 10:05\u00a0AM · WeChat Pay · R-2026-000123: ¥196.00',
    'Surcharge | Tue, Nov 24, 2026 at 10:10\u00a0AM · R-2026-000130: ¥98.00',
    'Refund | Refunded Tue, Nov 24, 2026 at 4:00\u00a0PM · C-2026-000045: −¥90.00',
  ])
  expect(words(receipt(numbered, chinese))).toContain('收据编号: R-2026-000123, R-2026-000130')
})
