import { readFileSync } from 'node:fs'
import { enter, newTraveller, operatorOf, placePaidOrder } from './backend.ts'
import { expectGoodOnPhones, listen } from './checks.ts'
import { play } from './desk.ts'
import { expect, test } from './own-address.ts'
import { type Locale, wordsOf } from './words.ts'

for (const locale of ['en-US', 'zh-CN'] as const satisfies readonly Locale[]) {
  test(`saves the times to a calendar, and begins the way back with its places swapped (${locale})`, async ({
    page,
    baseURL,
  }) => {
    const say = wordsOf(locale)
    const traveller = await newTraveller(baseURL)
    const order = await placePaidOrder(traveller, {
      qrId: 'demo-guesthouse',
      roomPassword: '4711',
      delivery: { kind: 'site', siteId: 'lakeside-garden-hotel' },
    })
    await page.addInitScript((value) => localStorage.setItem('language', value), locale)
    await enter(page, traveller)
    const heard = listen(page)
    await page.goto(`/order/detail/${order.orderId}`)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: say('calendar.add') }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`Handsfree-${order.orderNumber}.ics`)
    const file = readFileSync(await download.path(), 'utf8')
    expect(file).toContain(`SUMMARY:${say('calendar.pickup', { pieces: 2 })}`)
    expect(file).toContain('DTSTART;TZID=Asia/Shanghai:')
    await expect(page.getByRole('button', { name: say('nextTrip.back') })).toHaveCount(0)

    await play(operatorOf(baseURL), order, 'reviewing', 'completed')
    await expect(page.getByRole('button', { name: say('nextTrip.again') })).toBeVisible()
    await expectGoodOnPhones(page)
    await page.getByRole('button', { name: say('nextTrip.back') }).click()
    await page.waitForURL(/\/order\/create\//)
    expect(page.url()).toContain('/order/create/demo-hotel-desk')
    await expect(page.getByRole('main')).toContainText(
      /(?:Lakeside Garden Hotel.*Tea Terrace Guesthouse|湖畔花园酒店.*茶田民宿)/,
    )
    expect(heard).toEqual([])
  })
}
