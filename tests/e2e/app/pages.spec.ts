import { cancelOrder } from '@handsfree/core/contract'
import { demoValues } from '../../../server/runtime/demo/demo-values.ts'
import { withResolvers } from '../../with-resolvers.ts'
import { enter, must, newTraveller, placeOrder } from '../backend.ts'
import { expectAccessible, expectPhoneLayout, serveEmptyPages } from '../checks.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path, test } from '../own-address.ts'
import { typeIn } from '../type-in.ts'
import { wordsOf } from '../words.ts'

const names = {
  'en-US': {
    hotel: 'Lakeside Garden Hotel',
    storage: 'Handsfree Storage People’s Square',
    wulin: 'Handsfree Storage Wulin Square',
    station: 'Hongqiao Railway Station',
    other: '中文',
  },
  'zh-CN': {
    hotel: '湖畔花园酒店',
    storage: 'Handsfree 人民广场寄存点',
    wulin: 'Handsfree 武林广场寄存点',
    station: '上海虹桥站',
    other: 'English',
  },
} as const

inBothLanguages((say, locale) => {
  const { hotel, storage, wulin, station, other } = names[locale]

  test('leads from home to the answers, the notice, the terms and the number to call', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: demoValues.company[locale].icpNumber })).toHaveAttribute(
      'href',
      'https://beian.miit.gov.cn/',
    )
    await page.getByRole('link', { name: say('home.faq') }).click()
    await expect(page).toHaveURL(path('/faq'))
    for (const question of ['hotelWait', 'guesthouse', 'texts', 'wait', 'storage'] as const) {
      const answer = page.getByText(say(`faq.${question}.answer`, say.promised), { exact: true })
      await expect(answer).toBeHidden()
      await page.getByText(say(`faq.${question}.question`)).click()
      await expect(answer).toBeVisible()
    }
    await page.getByRole('link', { name: say('info.notice') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('luggageNotice.title') })).toBeVisible()
    await expect(page.getByText(say('luggageNotice.size', { maxLuggageInches: 32 }))).toBeVisible()
    await page.getByRole('link', { name: say('info.terms') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('terms.title') })).toBeVisible()
    const { name, icpNumber, registration } = demoValues.company[locale]
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: say('info.privacy') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('privacy.title') })).toBeVisible()
    await expect(page.getByRole('heading', { name: say('privacy.kind.photos') })).toBeVisible()
    for (const market of ['CN', 'HK', 'EU'] as const) {
      await expect(page.getByText(say(`privacy.authority.${market}`))).toBeVisible()
    }
    await page.getByRole('link', { name: say('info.about') }).click()
    await page.getByRole('link', { name: say('info.accessibility') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('accessibility.title') })).toBeVisible()

    // The first page's answer would do for this one too.
    await page.goto('/luggage/notice')
    await page.route('**/api/op-config/contact', (route) => route.abort())
    await page.getByRole('link', { name: say('info.faq') }).click()
    await expect(page.getByRole('alert')).toHaveText(say('error.network'))
    await page.unrouteAll()
    await page.getByRole('button', { name: say('common.tryAgain') }).click()
    await expect(page.getByRole('link', { name: say('about.call'), exact: true })).toHaveAttribute(
      'href',
      'tel:+862100000731',
    )
    await page.getByRole('link', { name: say('info.about') }).click()
    for (const fact of [name, icpNumber, registration])
      await expect(page.getByText(fact, { exact: true })).toBeVisible()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: say('info.licenses') }).click()
    const licenses = await opened
    for (const library of ['react-dom', 'xstate', 'country-flag-emoji-polyfill']) {
      await expect(licenses.getByText(`## ${library} - `)).toBeVisible()
    }
  })

  test('shows a site with map, hours, directions and insurance, or that it is unknown @nightly', async ({
    page,
  }) => {
    await serveEmptyPages(page)
    await page.route('**/api/sites/lakeside-garden-hotel', (route) => route.abort())
    await page.goto('/site/detail/lakeside-garden-hotel')
    await expect(page.getByRole('heading', { name: say('common.loadFailed') })).toBeVisible()
    await page.unroute('**/api/sites/lakeside-garden-hotel')
    await page.getByRole('button', { name: say('common.reload') }).click()
    await expect(page.getByRole('heading', { name: hotel })).toBeVisible()
    await expect(page.getByText(say('siteDetail.open'))).toBeVisible()
    await expect(page.getByText(say('siteDetail.allDay'))).toBeVisible()
    await expect(page.getByText(say('siteDetail.storage'))).toBeVisible()
    const pictures = page.getByRole('list', { name: say('siteDetail.photos', { name: hotel }) })
    await expect(pictures.getByRole('img')).toHaveCount(2)
    const isDrawn = (image: Element) => (image as HTMLImageElement).naturalWidth > 0
    await expect.poll(() => pictures.getByRole('img').first().evaluate(isDrawn)).toBe(true)
    await expect(page.getByRole('link', { name: say('siteDetail.sendFrom') })).toHaveAttribute(
      'href',
      '/order/create/demo-hotel-desk',
    )
    await page.getByRole('button', { name: say('places.openMap', { name: hotel }) }).click()
    const sheet = page.getByRole('dialog', { name: hotel })
    await expect(sheet.getByRole('link', { name: /Map|Amap|地图/ })).toHaveText(
      (['apple', 'google', 'baidu', 'tencent', 'amap'] as const).map((app) => say(`map.${app}`)),
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await sheet.getByRole('button', { name: say('map.copy') }).click()
    await expect(page.getByText(say('map.copied'))).toBeVisible()
    await sheet.getByRole('button', { name: say('common.close') }).click()
    await expect(sheet).toBeHidden()

    const city = locale === 'en-US' ? /Hangzhou/ : /杭州/
    await expect(page.getByRole('main').getByText(city)).toHaveCount(1)
    await page.getByRole('link', { name: say('siteDetail.insurance'), exact: true }).click()
    await expect(page.getByText(say('insurance.upTo', { cover: '¥30,000' }))).toBeVisible()
    await expect(page.getByText(say('insurance.premium', { premium: '¥40' }))).toBeVisible()
    await expect(
      page.getByRole('link', { name: say('insurance.call', { phone: '+86 21 0000 0731' }) }),
    ).toHaveAttribute('href', 'tel:+862100000731')

    await page.goto('/site/detail/nowhere')
    await expect(page.getByRole('alert')).toContainText(say('error.3002'))
    await page.goto('/insurance/city/atlantis')
    await expect(page.getByRole('alert')).toContainText(say('error.7006'))
  })

  for (const [siteId, name, kind] of [
    ['wulin-square-storage', wulin, 'without a desk'],
    ['hongqiao-railway-station', station, 'with a desk'],
  ] as const) {
    test(`starts an order to a site ${kind} by the name of the pickup site @nightly`, async ({ page }) => {
      await page.goto(`/site/detail/${siteId}`)
      await expectPhoneLayout(page)
      await page.getByRole('link', { name: say('siteDetail.deliverTo') }).click()
      await expect(page.getByText(say('start.detailTo', { name }))).toBeVisible()
      await page.reload()
      await expect(page.getByText(say('start.detailTo', { name }))).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: say('start.scan') })).toHaveAttribute(
        'href',
        `/qr-code/scan?to=${siteId}`,
      )
      await expectPhoneLayout(page)
      await main.getByRole('button', { name: hotel }).click()
      await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
      const route = page.getByRole('region', { name: say('orderForm.fromAndTo') })
      await expect(route).toContainText(name)
    })
  }

  test('starts an order to a site by the pickup site’s code, also after a language change @nightly', async ({
    page,
  }) => {
    // The camera would detect the same code while the test types it.
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.goto('/site/detail/hongqiao-railway-station')
    await page.getByRole('link', { name: say('siteDetail.deliverTo') }).click()
    await page.getByRole('button', { name: other }).click()
    const elsewhere = locale === 'en-US' ? 'zh-CN' : 'en-US'
    const words = wordsOf(elsewhere)
    const name = names[elsewhere].station
    await expect(page.getByText(words('start.detailTo', { name }))).toBeVisible()
    await page.getByRole('link', { name: words('start.scan') }).click()
    await expect(page.getByRole('link', { name: words('scan.byName') })).toHaveAttribute(
      'href',
      '/start?to=hongqiao-railway-station',
    )
    await page.getByRole('button', { name: words('scan.typeCode') }).click()
    await typeIn(page.getByRole('textbox', { name: words('scan.code') }), 'demo-hotel-desk')
    await page.getByRole('button', { name: words('scan.useCode') }).click()
    await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
    await expect(page.getByRole('region', { name: words('orderForm.fromAndTo') })).toContainText(name)
  })

  test('keeps a destination that loads only after the pickup site is chosen @nightly', async ({ page }) => {
    const { promise: held, resolve: release } = withResolvers()
    await page.route('**/sites/hongqiao-railway-station*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/start?to=hongqiao-railway-station')
    const place = page.getByRole('main').getByRole('button', { name: hotel })
    await place.click()
    await expect(place).toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(/\/start\?/)
    release()
    await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
    await expect(page.getByRole('region', { name: say('orderForm.fromAndTo') })).toContainText(station)
  })

  test('sets the destination of an unfinished order from a site’s page @nightly', async ({
    page,
    baseURL,
  }) => {
    await enter(page, await newTraveller(baseURL ?? ''))
    await page.goto('/order/create/demo-hotel-desk')
    await unfold(page, 'bags')
    await page.getByRole('button', { name: say('orderForm.morePieces') }).click()
    await page.goto('/site/detail/peoples-square-storage')
    await expect(page.getByText(say('siteDetail.deliverToOrder'))).toBeVisible()
    await page.getByRole('button', { name: say('siteDetail.deliverTo') }).click()
    await expect(page).toHaveURL(path('/order/create/demo-hotel-desk'))
    await expect(page.getByRole('region', { name: say('orderForm.fromAndTo') })).toContainText(storage)
    await expect(page.getByRole('link', { name: say('orderForm.insuranceLink') })).toHaveAttribute(
      'href',
      '/insurance/city/hangzhou',
    )
  })

  test('explains a service and whom to ask, and lists completed services in a record @nightly', async ({
    page,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL ?? '')
    await enter(page, traveller)
    await page.goto('/order/create/demo-hotel-desk', { waitUntil: 'networkidle' })
    await expect(page.getByText(hotel).first()).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: say('services.name.checkOut') }).click()
    await expect(page.getByText(say('service.checkOut.what'))).toBeVisible()
    await expect(page.getByRole('link', { name: say('service.callHotel', { name: hotel }) })).toHaveAttribute(
      'href',
      'tel:+8657100000018',
    )
    await page.goto('/service/unheard-of')
    await expect(page.getByRole('heading', { name: say('service.unknown') })).toBeVisible()

    await page.goto('/')
    await page.getByRole('link', { name: say('home.menu.records') }).click()
    await expect(page.getByRole('heading', { name: say('record.empty') })).toBeVisible()
    const { orderId, orderNumber } = await placeOrder(traveller)
    must(await traveller.api.call(cancelOrder, { params: { orderId }, idempotencyKey: 'c'.repeat(32) }))
    await expect(page.getByText(say('record.cancelled', { count: 1 }))).toBeVisible()
    await page.getByRole('link', { name: orderNumber }).click()
    await expect(page).toHaveURL(path(`/order/detail/${orderId}`))
  })

  test('offers the other language one tap away on every landing page @nightly', async ({ page }) => {
    const landings = ['/', '/404', '/faq', '/terms', '/about', '/luggage/notice', '/sign/in', '/sign/up']
    const others = ['/qr-code/scan', '/service/wifi', '/insurance/city/hangzhou']
    for (const landing of [...landings, ...others, '/order/create/demo-hotel-desk']) {
      await page.goto(landing)
      await expect(page.getByRole('button', { name: other }), landing).toBeVisible()
    }
    await page.getByRole('button', { name: other }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale === 'en-US' ? 'zh-CN' : 'en-US')
  })
})

test('offers neither hours nor an order at a closed site @nightly', async ({ page }) => {
  const say = wordsOf('en-US')
  await page.route('**/api/sites/wulin-square-storage', async (route) => {
    const { result, ...envelope } = await (await route.fetch()).json()
    await route.fulfill({ json: { ...envelope, result: { ...result, isClosed: true } } })
  })
  await page.goto('/about')
  // The app adds the time to its URL after hydration.
  await expect(page).toHaveURL(/\/about\?/)
  await page.evaluate(() => history.pushState(null, '', '/site/detail/wulin-square-storage'))
  await expect(page.getByText(say('orderForm.closedSite'))).toBeVisible()
  for (const id of [
    'siteDetail.deliverTo',
    'siteDetail.scanDesk',
    'siteDetail.open',
    'siteDetail.closed',
  ] as const) {
    await expect(page.getByText(say(id), { exact: true })).toHaveCount(0)
  }
  await expectAccessible(page)
})
