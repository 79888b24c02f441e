import { expect, type Page } from '@playwright/test'
import { enter, newTraveller, placePaidOrder } from '../backend.ts'
import { expectAccessible, listen } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { test } from '../server-per-test.ts'
import type { Locale } from '../words.ts'

/** Notifications of the demo's autopilot, newest first. */
const told: Record<Locale, string[]> = {
  'en-US': [
    'Your bags were collected',
    'Your bags are ready to collect',
    'Your courier has arrived at the destination',
    'Your bags are on the way',
    'Your bags were picked up',
    'Your courier has arrived for pickup',
    'A courier is assigned',
    'Your order is accepted',
  ],
  'zh-CN': [
    '行李已领取',
    '行李已送到，可以领取了',
    '配送员已到达目的地',
    '行李已出发',
    '配送员已取件',
    '配送员已到达取件地',
    '已安排配送员',
    '订单已受理',
  ],
}
const counted: Record<Locale, { bell: string; menu: string; one: string }> = {
  'en-US': {
    bell: '4 unread notifications',
    menu: 'Notifications 4 new',
    one: '1 unread notification',
  },
  'zh-CN': { bell: '4 条未读消息', menu: '消息 4 条新消息', one: '1 条未读消息' },
}

const refuseMark = (page: Page) =>
  page.route('**/api/notification/state/update', (route) => route.abort(), { times: 1 })

inBothLanguages((say, locale) => {
  test('counts at the bell while home is open, and marks notifications as read @nightly', async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const words = counted[locale]
    const traveller = await newTraveller(baseURL, 'Ada')
    const heard = listen(page)
    await enter(page, traveller)
    await page.goto('/person/notification')
    await expect(page.getByRole('heading', { name: say('notification.empty') })).toBeVisible()

    await page.goto('/')
    const order = await placePaidOrder(traveller)
    await expect(page.getByRole('link', { name: words.one, exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: words.bell, exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: words.menu })).toBeVisible()
    await page.getByRole('link', { name: words.bell, exact: true }).click()
    await expect(page).toHaveURL(/\/person\/notification\?/)

    const rows = page.getByRole('main').getByRole('listitem')
    const titles = rows.getByRole('link')
    await expect(titles).toHaveText(told[locale])
    await expect(page.getByRole('heading', { name: order.orderNumber })).toHaveCount(1)
    // Eight notifications have no filter.
    await expect(page.getByRole('radiogroup')).toHaveCount(0)
    const unread = page.getByText(say('notification.unread'), { exact: true })
    // Equals the bell's count. Order updates are listed, but not counted.
    await expect(unread).toHaveCount(4)
    await expectAccessible(page)

    await titles.nth(0).click()
    await expect(page).toHaveURL(new RegExp(`/order/detail/${order.orderId}`))
    await page.goBack()
    await expect(unread).toHaveCount(3)

    const show = (name: string) => page.getByRole('radio', { name, exact: true })
    await page.goto('/person/notification#signed')
    await expect(show(say('notification.kind.signed'))).toBeChecked()
    await expect(titles).toHaveText([told[locale][0] ?? ''])
    await titles.click()
    await expect(page).toHaveURL(new RegExp(`/order/detail/${order.orderId}`))
    await page.goBack()
    await expect(show(say('notification.kind.signed'))).toBeChecked()
    await expect(titles).toHaveText([told[locale][0] ?? ''])
    await show(say('notification.kind.orderUpdated')).check()
    await expect(titles).toHaveCount(4)
    await expect(unread).toHaveCount(0)
    await expect(page.getByRole('button', { name: say('notification.markAllRead') })).toHaveCount(0)
    await show(say('notification.kind.transporting')).check()
    await expect(unread).toHaveCount(1)
    await page.getByRole('button', { name: say('notification.markAllRead') }).click()
    await expect(unread).toHaveCount(0)
    await show(say('notification.kind.refunded')).check()
    await expect(page.getByRole('heading', { name: say('notification.emptyKind') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: say('notification.showAll') }).click()
    await expect(titles).toHaveText(told[locale])
    await expect(unread).toHaveCount(2)

    await refuseMark(page)
    await page.getByRole('button', { name: say('notification.markAllRead') }).click()
    await expect(page.getByRole('alert')).toContainText(say('error.network'))
    await expect(unread).toHaveCount(2)
    await page.getByRole('button', { name: say('notification.markAllRead') }).click()
    await expect(unread).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: say('notification.markAllRead') })).toBeDisabled()

    await page.goto('/')
    await expect(page.getByRole('link', { name: say('home.unread', { unread: 0, badge: '' }) })).toBeVisible()
    expect(heard).toEqual([])
  })
})
