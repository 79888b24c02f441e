import { policy } from '@handsfree/core/policy'
import { expect } from '@playwright/test'
import { enter, newTraveller } from '../../../e2e/backend.ts'
import { chooseDay, chooseSlot, unfold } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/moved-server.ts'
import { chip, openForm, toStation } from '../../../e2e/order-steps.ts'
import { fillOrder, review } from '../../../e2e/trip.ts'

inBothLanguages((say, locale) => {
  test('moves on from a slot that passes while the app takes over the page', async ({ page, moveTo }) => {
    // A phone on which taking over takes longer than beginning the order.
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    // The page is rendered once a minute: for 9:00, when 10:00 could still be chosen.
    await moveTo('2026-11-21T09:00:10+08:00')
    await openForm(page, 'demo-hotel-desk', say)
    await unfold(page, 'when')
    await expect(chip(page, say('orderForm.pickupTime'), say.hour('10:30'))).toBeChecked()
  })

  test('promises a visitor the cancellation that the chosen time allows', async ({ page, moveTo }) => {
    await moveTo('2026-11-21T09:00:10+08:00')
    await openForm(page, 'demo-hotel-desk', say)
    const soon = page.getByText(say('promises.cancel.notOncePaid', { ...policy, price: 'other' }))
    const free = page.getByText(say('promise.freeCancellation', policy))
    await expect(soon).toBeVisible()
    await expect(free).toHaveCount(0)
    await unfold(page, 'when')
    await chip(page, say('orderForm.pickupDay'), say('time.tomorrow')).check({ force: true })
    await expect(free).toBeVisible()
    await expect(soon).toHaveCount(0)
  })

  test('takes the promise of free cancellation back when its time is over', async ({
    page,
    moveTo,
    baseURL,
  }) => {
    await moveTo('2026-11-21T09:58:00+08:00')
    const traveller = await newTraveller(baseURL ?? '', 'Ada')
    await enter(page, traveller)
    await openForm(page, 'demo-hotel-desk', say)
    await fillOrder(page, say, { place: locale === 'zh-CN' ? '上海虹桥站' : toStation })
    await chooseDay(page, say, 'pickupDay', say('time.today'))
    await chooseSlot(page, say, 'pickupTime', '14:00')
    await review(page, say)
    const time = say('time.dayAndClock', { day: say('time.todayInSentence'), clock: say.hour('10:00') })
    const free = page.getByText(say('promises.cancel.freeUntil', { time }))
    await expect(free).toBeVisible()
    await moveTo('2026-11-21T10:00:30+08:00')
    await expect(
      page.getByText(say('promises.cancel.notOncePaid', { ...policy, price: 'other' })),
    ).toBeVisible()
    await expect(free).toHaveCount(0)
  })
})
