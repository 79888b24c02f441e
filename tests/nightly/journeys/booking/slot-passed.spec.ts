import { policy } from '@handsfree/core/policy'
import { expect } from '@playwright/test'
import { enter, newTraveller } from '../../../e2e/backend.ts'
import { chooseDay, chooseSlot } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/moved-server.ts'
import { openForm, toStation } from '../../../e2e/order-steps.ts'
import { fillOrder, review } from '../../../e2e/trip.ts'

inBothLanguages((say, locale) => {
  test('withdraws the promise of free cancellation when its time is over', async ({
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
