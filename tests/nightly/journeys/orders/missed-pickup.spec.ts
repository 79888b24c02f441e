import { runMissedPickups } from '../../../../server/flows/missed-pickups.ts'
import { enter, newTraveller, placePaidOrder, readOrder } from '../../../e2e/backend.ts'
import { expectPhoneLayout } from '../../../e2e/checks.ts'
import { chooseTimes } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/moved-server.ts'
import { expect, path } from '../../../e2e/own-address.ts'
import type { Locale } from '../../../e2e/words.ts'
import { orderDraft } from '../../../order-draft.ts'

test.describe.configure({ timeout: 120_000 })

const pinned: Record<Locale, RegExp> = {
  'en-US': /Nobody came\? You can wait/,
  'zh-CN': /还没有人来取件/,
}

inBothLanguages((say, locale) => {
  test('shows a missed pickup first, with the hotline, and cancels it for a full refund', async ({
    page,
    baseURL,
    server,
    moveTo,
  }) => {
    const traveller = await newTraveller(baseURL)
    const { pickupTime, deliveryTime } = orderDraft
    const { orderId } = await placePaidOrder(traveller, { pickupTime, deliveryTime })
    const headline = (id: 'pickupMissed' | 'refunding') =>
      page.getByRole('heading', { name: say(`orderHeadline.${id}`, { pieces: 2 }) })
    const main = page.getByRole('main')
    const cancel = main.getByRole('button', { name: say('cancellation.start') })
    await enter(page, traveller)
    await moveTo('2026-11-22T14:39:00+08:00')
    await page.goto(`/order/detail/${orderId}`)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    await runMissedPickups(server.services)
    await expect(headline('pickupMissed')).toHaveCount(0)
    await expect(cancel).toHaveCount(0)

    // Forty minutes after the pickup time, a popup appears on any page, independent of the badge's count.
    await page.goto('/')
    await expect(page.getByText(say('freshness.live'))).toBeVisible()
    await moveTo('2026-11-22T14:40:00+08:00')
    await runMissedPickups(server.services)
    const popup = page.getByRole('alertdialog', {
      name: say('notification.type.orderUpdated', { change: 'pickupMissed' }),
    })
    await expect(popup).toBeVisible()
    await expectPhoneLayout(page)
    await popup.getByRole('link', { name: say('notification.seeOrder') }).click()
    await expect(headline('pickupMissed')).toBeVisible()
    await expect(main).toContainText(pinned[locale])
    await expect(page.getByText(say('promises.cancel.nobodyCame', { price: 'other' }))).toHaveCount(1)
    const call = main.getByRole('link', { name: say('order.callSupport') }).first()
    await expect(call).toHaveAttribute('href', /^tel:\+\d+/)
    await expect(main.getByRole('link', { name: say('orderChange.start.order') })).toBeVisible()
    await expectPhoneLayout(page)

    await cancel.click()
    const sheet = page.getByRole('dialog', { name: say('cancellation.title') })
    await expect(sheet).toContainText('¥98.00')
    await expectPhoneLayout(page)
    await sheet.getByRole('button', { name: say('cancellation.confirm') }).click()
    await expect(headline('refunding')).toBeVisible()
    const { refunds, lifecycle } = await readOrder(traveller, orderId)
    expect(refunds.map(({ amount }) => amount.amount)).toEqual([98_00])
    expect(lifecycle.closing).toBe('cancelled')
    await expectPhoneLayout(page)
  })

  test('removes the promise of free cancellation and its button in one render', async ({
    page,
    baseURL,
    moveTo,
  }) => {
    const traveller = await newTraveller(baseURL)
    const { pickupTime, deliveryTime } = orderDraft
    const { orderId } = await placePaidOrder(traveller, { pickupTime, deliveryTime })
    await enter(page, traveller)
    await moveTo('2026-11-22T10:00:00+08:00')
    await page.goto(`/order/detail/${orderId}`)
    await expect(page.getByText(say('freshness.live'), { exact: true })).toBeVisible()
    const time = say('time.dayAndClock', { day: say('time.todayInSentence'), clock: say.hour('10:00') })
    const shown = [
      say('promises.cancel.freeUntil', { time, price: 'other' }),
      say('cancellation.start'),
    ] as const
    const main = page.getByRole('main')
    for (const words of shown) await expect(main.getByText(words, { exact: true })).toBeVisible()
    const seen = await page.evaluateHandle((texts) => {
      const states = new Set<string>()
      const look = () => states.add(texts.map((text) => document.body.innerText.includes(text)).join())
      look()
      new MutationObserver(look).observe(document.body, {
        ...{ subtree: true, childList: true, characterData: true },
      })
      return states
    }, shown)
    // During the minute in which free cancellation ends.
    await moveTo('2026-11-22T10:00:20+08:00')
    for (const words of shown) await expect(main.getByText(words, { exact: true })).toHaveCount(0)
    await expect(main.getByText(say('promises.cancel.freeEnded', { time }))).toBeVisible()
    expect(await seen.evaluate((states) => [...states])).toEqual(['true,true', 'false,false'])
  })

  test('moves a missed pickup to another time for free', { tag: '@nightly' }, async ({
    page,
    baseURL,
    server,
    moveTo,
  }) => {
    const traveller = await newTraveller(baseURL)
    const { pickupTime, deliveryTime } = orderDraft
    const { orderId } = await placePaidOrder(traveller, { pickupTime, deliveryTime })
    await enter(page, traveller)
    await moveTo('2026-11-22T14:40:00+08:00')
    await runMissedPickups(server.services)
    await page.goto(`/order/detail/${orderId}`)
    await page.getByRole('link', { name: say('orderChange.start.order') }).click()
    await expect(page).toHaveURL(path(`/order/change/${orderId}`))
    await chooseTimes(page, say, { pickup: '14:00', delivery: '18:00' })
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('orderChange.preview') }).click()
    await page.getByRole('button', { name: say('orderChange.confirm'), exact: true }).click()
    await expect(
      page.getByRole('heading', { name: say('orderHeadline.pickupMissed', { pieces: 2 }) }),
    ).toHaveCount(0)
    await expect(page.getByText(say('trace.changedByYou'))).toBeVisible()
    const changed = await readOrder(traveller, orderId)
    expect([Date.parse(changed.pickupTime), changed.refunds]).toEqual([
      Date.parse('2026-11-23T14:00:00+08:00'),
      [],
    ])
    await expectPhoneLayout(page)
  })
})
