import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { enter, newTraveller, operatorOf, placePaidOrder } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test } from '../own-address.ts'
import { typeIn } from '../type-in.ts'

/** The first site of an order takes no more orders. */
const closeHotel = (page: Page) =>
  page.route('**/api/sites/lakeside-garden-hotel*', async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = await response.json()
    await route.fulfill({ response, json: { ...envelope, result: { ...result, isClosed: true } } })
  })

async function choosePlace(page: Page, name: string): Promise<void> {
  await typeIn(page.getByRole('searchbox'), name)
  await page.getByRole('button', { name }).click()
}

inBothLanguages((say, locale) => {
  test('saves the times to a calendar, and starts the return trip with swapped places @nightly', async ({
    page,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL)
    const order = await placePaidOrder(traveller, {
      qrId: 'demo-guesthouse',
      roomPassword: '4711',
      delivery: { kind: 'site', siteId: 'lakeside-garden-hotel' },
    })
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say('calendar.add') }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`Handsfree-${order.orderNumber}.ics`)
    const file = readFileSync(await download.path(), 'utf8')
    expect(file).toContain(`SUMMARY:${say('calendar.pickup', { pieces: 2 })}`)
    expect(file).toContain('DTSTART;TZID=Asia/Shanghai:')
    await expect(page.getByRole('button', { name: say('nextTrip.back') })).toHaveCount(0)

    // Once the bags have arrived, both times are in the past.
    const add = page.getByRole('button', { name: say('calendar.add') })
    await play(operatorOf(baseURL), order, 'reviewing', 'in_transit')
    await expect(page.getByText(say('orderStatus.in_transit'), { exact: true }).first()).toBeVisible()
    await expect(add).toBeVisible()
    await play(operatorOf(baseURL), order, 'in_transit', 'arrived')
    await expect(page.getByText(say('orderStatus.arrived'), { exact: true }).first()).toBeVisible()
    await expect(add).toHaveCount(0)
    await play(operatorOf(baseURL), order, 'arrived', 'completed')
    await expect(page.getByRole('button', { name: say('nextTrip.again') })).toBeVisible()
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('nextTrip.back') }).click()
    await page.waitForURL(/\/order\/create\//)
    expect(page.url()).toContain('/order/create/demo-hotel-desk')
    await expect(page.getByRole('main')).toContainText(
      /(?:Lakeside Garden Hotel.*Tea Terrace Guesthouse|湖畔花园酒店.*茶田民宿)/,
    )
  })

  test('asks for the pickup site of a return trip from a site without a code, and keeps its destination @nightly', async ({
    page,
    baseURL,
  }) => {
    const traveller = await newTraveller(baseURL)
    const order = await placePaidOrder(traveller, {
      delivery: { kind: 'site', siteId: 'wulin-square-storage' },
    })
    await play(operatorOf(baseURL), order, 'reviewing', 'completed')
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('nextTrip.back') }).click()
    await expect(page.getByRole('heading', { name: say('start.title') })).toBeVisible()
    await expect(page.getByText(say('nextTrip.noDesk')).first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Lakeside Garden Hotel|湖畔花园酒店/)
  })

  test('sends the same number of bags to the same destination from another site @nightly', async ({
    page,
    baseURL,
  }) => {
    await closeHotel(page)
    const traveller = await newTraveller(baseURL)
    const order = await placePaidOrder(traveller, {
      pieces: 4,
      delivery: { kind: 'site', siteId: 'wulin-square-storage' },
    })
    await play(operatorOf(baseURL), order, 'reviewing', 'completed')
    await enter(page, traveller)
    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('button', { name: say('nextTrip.again') }).click()
    await expect(page.getByRole('heading', { name: say('start.title') })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Wulin Square|武林广场/)
    await page.reload()
    await choosePlace(page, locale === 'zh-CN' ? '茶田民宿' : 'Tea Terrace')
    await page.waitForURL(/\/order\/create\//)
    await expect(page.getByRole('main')).toContainText(/Wulin Square|武林广场/)
    await unfold(page, 'bags')
    await expect(page.getByRole('spinbutton', { name: say('orderForm.pieces') })).toHaveValue('4')
  })
})
