import { emptyDraft } from '@handsfree/core/booking'
import { getQrSite, type Order, operatorReturn } from '@handsfree/core/contract'
import {
  enter,
  must,
  newPaidOrder,
  newTraveller,
  operatorOf,
  placeOrder,
  placePaidOrder,
} from '../backend.ts'
import { blockLiveLine, expectAccessible, goldOn, listen } from '../checks.ts'
import { play } from '../desk.ts'
import { unfold } from '../form-parts.ts'
import { leavePreview } from '../order-steps.ts'
import { expect, path, test as visits } from '../own-address.ts'
import { test } from '../server-per-test.ts'
import { wordsOf } from '../words.ts'

const say = wordsOf('en-US')

visits('offers a visitor the scan immediately, without any call', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Make Travel Easier' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scan to send luggage' })).toHaveAttribute(
    'href',
    '/qr-code/scan',
  )
  await expect(page).toHaveTitle('Handsfree')
  await expect(page.getByRole('navigation', { name: say('home.menu') }).getByRole('link')).toHaveText([
    'My orders',
    'Personal info',
    'Service record',
    'Notifications',
    'Feedback',
    'About us',
  ])
  await expect(page.getByRole('region', { name: say('home.promises') }).getByRole('listitem')).toHaveText([
    'Free to cancel up to 4 hours before pickup',
    'When you hand over or collect bags in person, the courier waits up to 30 minutes for free',
    'If we can’t take your bags, you get a full refund within 72 hours of our decision',
  ])
  // With an unknown hotel, pages can't say more than this.
  await expect(
    page.getByText(
      'Also at your hotel’s front desk: one-tap Wi-Fi, hands-free travel, travel advice, express check-out, one-tap renewal, medical assistance, and scheduled cleaning.',
    ),
  ).toBeVisible()
  expect(calls).toEqual([])
})

visits('keeps the header on every page of wide screens, which start with the search', async ({ page }) => {
  const header = page.getByRole('navigation', { name: say('common.app_title') })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('img', { name: say('onPhone.code') })).toBeVisible()
  await expect(page.getByRole('link', { name: say('home.scan') })).toBeHidden()
  await page.getByRole('link', { name: say('home.find') }).click()
  await expect(page).toHaveURL(path('/start'))
  await expect(header.getByRole('link', { name: say('home.menu.orders') })).toBeVisible()
  await expect(page.getByRole('button', { name: '中文' })).toHaveCount(1)
  await header.getByRole('link', { name: say('common.app_title') }).click()
  await expect(page).toHaveURL(path('/'))
  await page.goto('/qr-code/scan')
  await expect(page.getByRole('button', { name: '中文' })).toHaveCount(1)
  await page.goto('/')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(header.getByRole('link', { name: say('home.menu.orders') })).toBeHidden()
  await page.goto('/faq')
  await expect(header).toBeHidden()
})

visits('skips the header of wide screens with the keyboard', async ({ page }) => {
  const skip = page.getByRole('button', { name: say('common.toContent') })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/faq')
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(skip).toBeHidden()
})

visits(
  'keeps the page when code of the header or the footer fails to load, and loads it later',
  async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await enter(page, await newTraveller(baseURL ?? ''))
    await page.addInitScript(() => localStorage.setItem('lastSiteQRId', 'demo-hotel-desk'))
    const optionalCode = /\/assets\/(AccountSheet|CompanyLine|OnPhone|LastPlace|ServiceLinks)-.*\.js/
    await page.route(optionalCode, (route) => route.abort())
    await page.goto('/')
    const account = page.getByRole('button', { name: say('account.title') })
    await account.click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('alert'))).toContainText(
      say('common.loadFailedDetail'),
    )
    await page.unrouteAll()
    await account.click()
    await expect(page.getByRole('dialog').getByText(say('accountSheet.signOut'))).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.route(optionalCode, (route) => route.abort())
    const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('/LastPlace-'))
    await page.reload()
    await missing
    await expect(page.getByRole('heading', { name: say('home.promises') })).toBeVisible()
  },
)

visits('leads to a page by every link of home @nightly', async ({ page, baseURL }) => {
  await enter(page, await newTraveller(baseURL ?? ''))
  await page.addInitScript(() => localStorage.setItem('lastSiteQRId', 'demo-hotel-desk'))
  await page.goto('/')
  await expect(page.getByRole('button', { name: say('account.title') })).toBeVisible()
  await expect(
    page.getByRole('link', { name: say('home.again', { place: 'Lakeside Garden Hotel' }) }),
  ).toHaveAttribute('href', '/order/create/demo-hotel-desk')
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  for (const link of links) {
    await page.goto(link)
    await expect(page.getByRole('main')).toBeVisible()
    expect(page.url()).not.toContain('/404')
  }
})

visits('reports a list that failed to load, and loads it on request @nightly', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL ?? '')
  const { orderNumber } = await placeOrder(traveller)
  await enter(page, traveller)
  // Without hints, the page doesn't refetch.
  await blockLiveLine(page)
  await page.route('**/api/orders/page?*', (route) => route.fulfill({ body: 'a portal of the hotel' }))
  await page.goto('/')
  await expect(page.getByText(say('error.network'))).toBeVisible()
  await expect(page.getByRole('link', { name: say('home.scan') })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: say('common.tryAgain') }).click()
  await expect(page.getByRole('link', { name: orderNumber })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: say('orderHeadline.pending_payment', { pieces: 2 }) }),
  ).toBeVisible()
})

for (const locale of ['en-US', 'zh-CN'] as const) {
  visits(`shows the traveller’s most urgent order first, in ${locale}`, async ({ page, baseURL }) => {
    const words = wordsOf(locale)
    const traveller = await newTraveller(baseURL ?? '')
    const unpaid = await placeOrder(traveller)
    await placePaidOrder(traveller)
    await enter(page, traveller)
    await leavePreview(page, traveller, {
      qrId: 'demo-hotel-desk',
      draft: { ...emptyDraft({ who: 'me', name: 'Ada', ...traveller.phone }), pieces: 2 },
    })
    await page.addInitScript((language) => localStorage.setItem('language', language), locale)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words('orderHeadline.pending_payment', { pieces: 2 }),
    )
    await expect(page.getByRole('link', { name: unpaid.orderNumber })).toBeVisible()
    await expect(page.getByRole('region', { name: words('home.otherOrders') })).toContainText(
      words('orderStatus.reviewing'),
    )
    expect(await goldOn(page)).toEqual([`${unpaid.orderNumber} ${words('orderTag.viewAndPay')}`])
    const { site } = must(await traveller.api.call(getQrSite, { params: { qrId: 'demo-hotel-desk' } }))
    const place = locale === 'en-US' ? site.name : '湖畔花园酒店'
    const draft = page.getByRole('link', { name: words('leftDraft.continueFrom', { place }) })
    await expectAccessible(page)
    await draft.click()
    await expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk\?/)
    // Once emptied, the draft isn't offered.
    await unfold(page, 'bags')
    await page.getByRole('button', { name: words('orderForm.fewerPieces') }).click()
    await page.goBack()
    await expect(page.getByRole('link', { name: unpaid.orderNumber })).toBeVisible()
    await expect(draft).toHaveCount(0)
  })
}

visits(
  'leads to the open question of an order, and from the rest of its tag to its page @nightly',
  async ({ page, baseURL }) => {
    const { traveller, order } = await newPaidOrder(baseURL ?? '')
    const operator = operatorOf(baseURL ?? '')
    await play(operator, order, 'reviewing', 'delivered')
    const { orderId, orderNumber } = order
    const body = { step: 'begin', reason: 'refused' } as const
    must(await operator.call(operatorReturn, { params: { orderId }, body }))
    await enter(page, traveller)
    await page.goto('/')
    await page.getByRole('button', { name: say('notification.later') }).click()
    const act = page.getByRole('link', { name: `${orderNumber} ${say('orderReturn.choose')}` })
    await expect(act).toHaveAttribute('href', `/order/return/${orderId}`)
    expect(await goldOn(page)).toEqual([`${orderNumber} ${say('orderReturn.choose')}`])
    await expectAccessible(page)
    // The link covers the whole tag.
    await page.getByText(order.pickup.name).first().click({ force: true })
    await expect(page).toHaveURL(path(`/order/detail/${orderId}`))
    await page.goBack()
    await act.click()
    await expect(page).toHaveURL(path(`/order/return/${orderId}`))
  },
)

visits('shows a missed pickup first, with what is known about it @nightly', async ({ page, baseURL }) => {
  const traveller = await newTraveller(baseURL ?? '')
  const missed = await placePaidOrder(traveller)
  await placePaidOrder(traveller)
  const pickupTime = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await page.route('**/api/orders/page?*', async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    const list = result.list.map((order: Order) =>
      order.orderId === missed.orderId
        ? { ...order, pickupTime, promises: { ...order.promises, pickupMissedFrom: pickupTime } }
        : order,
    )
    await route.fulfill({ response, json: { ...envelope, result: { ...result, list } } })
  })
  await enter(page, traveller)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('orderHeadline.pickupMissed', { pieces: 2 }),
  )
  await expect(page.getByText(/We’re looking into it/)).toBeVisible()
  await expect(page.getByRole('link', { name: missed.orderNumber })).toBeVisible()
})

test('shows an order that appears, moves and ends while home is open', { tag: '@nightly' }, async ({
  page,
  baseURL,
}) => {
  const heard = listen(page)
  const traveller = await newTraveller(baseURL)
  await enter(page, traveller)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: say('home.title') })).toBeVisible()
  const headlines = await page.evaluateHandle(() => {
    const seen: string[] = []
    new MutationObserver(() => {
      // A no-break space joins a number and its unit.
      const words = document.querySelector('h1')?.textContent.replaceAll('\u00A0', ' ') ?? ''
      if (words !== seen.at(-1)) seen.push(words)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return seen
  })
  const order = await placePaidOrder(traveller)
  const [half, otherHalf] = [order.claimCode?.slice(0, 3), order.claimCode?.slice(3)]
  await expect(page.getByText(`${half} ${otherHalf}`)).toBeVisible()
  await expect(page.getByText(say('freshness.live'))).toBeVisible()
  // The autopilot takes one step per second. The finished order disappears, and the next one appears.
  await expect(page.getByRole('heading', { name: say('home.title') })).toBeVisible({ timeout: 30_000 })
  const waiting = await placeOrder(traveller)
  await expect(page.getByRole('link', { name: waiting.orderNumber })).toHaveText(/View and pay/)
  expect(await headlines.jsonValue()).toEqual(
    expect.arrayContaining([
      say('orderHeadline.in_transit', { pieces: 2 }),
      say('orderHeadline.delivered', { pieces: 2, to: order.delivery.name }),
      say('orderHeadline.pending_payment', { pieces: 2 }),
    ]),
  )
  expect(heard).toEqual([])
})
