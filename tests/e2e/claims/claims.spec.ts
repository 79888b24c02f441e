import {
  listClaims,
  operatorAnswerComplaint,
  operatorOfferClaim,
  operatorPayClaim,
  operatorStartClaim,
} from '@handsfree/core/contract'
import { must, operatorOf, placePaidOrder } from '../backend.ts'
import { expectPhoneLayout } from '../checks.ts'
import { play } from '../desk.ts'
import { expectFits } from '../fits.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path } from '../own-address.ts'
import { takePhoto } from '../photos.ts'
import { test } from '../traveller.ts'
import { typeIn } from '../type-in.ts'
import type { Locale } from '../words.ts'

const pinned: Record<Locale, { start: RegExp; offer: string; due: RegExp; answer: RegExp; sent: RegExp }> = {
  'en-US': {
    start: /^We’ll start by (today|tomorrow) at (\d{1,2}:\d\d\s[AP]M|noon)/,
    offer: 'We offer you ¥150.00.',
    due: /^You’ll get ¥300\.00 by .+(\s[AP]M|noon)\.$/,
    answer: /^We’ll answer your complaint by /,
    sent: /^¥202\.00 of ¥300\.00 is paid\. You’ll get the rest by .+\.$/,
  },
  'zh-CN': {
    start: /^我们会在 (今天|明天) ?\d\d:\d\d.* 前开始处理。$/,
    offer: '方案：赔付 ¥150.00。',
    due: /^¥300\.00 将在 .+ 前付给您。$/,
    answer: /^我们会在 .+ 前答复投诉。$/,
    sent: /^赔款共 ¥300\.00，已付 ¥202\.00，其余将在 .+ 前付给您。$/,
  },
}

inBothLanguages((say, locale) => {
  test('makes a claim, asks for a second look, complains, and accepts, live @nightly', async ({
    page,
    traveller,
    baseURL,
  }) => {
    const words = pinned[locale]
    const operator = operatorOf(baseURL ?? '')
    const order = await placePaidOrder(traveller)
    await play(operator, order, 'reviewing', 'in_transit')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    // Excludes toasts, which are dialogs too.
    const sheet = (action: 'accept' | 'askAgain' | 'complain') =>
      page.getByRole('dialog', { name: say(`claim.ask.${action}`) })

    await page.goto(`/order/detail/${order.orderId}`)
    await page.getByRole('link', { name: say('claim.open') }).click()
    await expect(page).toHaveURL(path(`/order/claims/${order.orderId}`))
    await button(say('claim.send')).click()
    await expect(page.getByText(say('claim.kindRequired'))).toBeVisible()
    await expect(page.getByText(say('claim.wordsRequired'))).toBeVisible()
    await page.getByText(say('claim.kind.damaged'), { exact: true }).click()
    await typeIn(page.getByRole('textbox', { name: say('claim.words') }), 'A wheel is broken')
    await typeIn(page.getByRole('textbox', { name: say('claim.amount') }), '99999')
    await expect(page.getByText(say('claim.amountTooHigh', { limit: '' }).trim())).toBeVisible()
    await typeIn(page.getByRole('textbox', { name: say('claim.amount') }), '300.50')
    // A reload keeps the typed text.
    await page.reload()
    await expect(page.getByRole('textbox', { name: say('claim.words') })).toHaveValue('A wheel is broken')
    await expect(page.getByRole('textbox', { name: say('claim.amount') })).toHaveValue('300.50')
    await expectPhoneLayout(page)
    // Another tab with the same text doesn't send a second claim.
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await expect(tab.getByRole('textbox', { name: say('claim.words') })).toHaveValue('A wheel is broken')
    await page.locator('input[type=file]').setInputFiles(await takePhoto())
    await button(say('claim.send')).click()
    await expect(page.getByText(words.start)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: say('claim.sent', say.promised) })).toBeVisible()
    await expect(tab.getByRole('button', { name: say('claim.another') })).toBeVisible()
    await tab.close()

    const read = must(await traveller.api.call(listClaims, { params: { orderId: order.orderId } }))
    const params = { claimId: read.list[0]?.claimId ?? '' }
    expect(read.list[0]?.photos).toHaveLength(1)
    const offer = async (amount: number) => {
      must(await operator.call(operatorStartClaim, { params, body: {} }))
      must(await operator.call(operatorOfferClaim, { params, body: { amount, words: 'We are sorry' } }))
    }
    await offer(150_00)
    await expect(page.getByText(words.offer)).toBeVisible()
    await button(say('claim.askAgain')).click()
    await sheet('askAgain')
      .getByRole('button', { name: say('claim.askSend', { action: 'askAgain' }) })
      .click()
    await expect(sheet('askAgain').getByText(say('claim.askWordsRequired'))).toBeVisible()
    await typeIn(sheet('askAgain').getByRole('textbox'), 'The bag was new')
    await sheet('askAgain')
      .getByRole('button', { name: say('claim.askSend', { action: 'askAgain' }) })
      .click()
    await expect(sheet('askAgain')).toBeHidden()
    await offer(300_00)
    // The order's page links to a claim only while it needs an answer.
    const orderTab = await page.context().newPage()
    await orderTab.goto(`/order/detail/${order.orderId}`)
    const turn = orderTab.getByRole('link', { name: say('claim.yourTurn') })
    await expect(turn).toHaveAttribute('href', `/order/claims/${order.orderId}`)
    await expectPhoneLayout(orderTab)

    await button(say('claim.complain')).click()
    await typeIn(sheet('complain').getByRole('textbox'), 'Nobody called')
    await sheet('complain')
      .getByRole('button', { name: say('claim.askSend', { action: 'complain' }) })
      .click()
    await expect(page.getByText(words.answer)).toBeVisible()
    must(await operator.call(operatorAnswerComplaint, { params, body: { words: 'We call you today' } }))
    await expect(page.getByText('We call you today')).toBeVisible()

    await page.setViewportSize({ width: 320, height: 640 })
    await button(say('claim.acceptAmount', { amount: '¥300.00' })).click()
    await sheet('accept')
      .getByRole('button', { name: say('claim.acceptAmount', { amount: '¥300.00' }) })
      .click()
    await expect(page.getByText(words.due)).toBeVisible()
    await expect(orderTab.getByRole('link', { name: say('claim.open') })).toBeVisible()
    await expect(turn).toHaveCount(0)
    await orderTab.close()
    await expectFits(page)
    must(await operator.call(operatorPayClaim, { params, body: { reference: 'Transfer 0482' } }))
    await expect(page.getByText(words.sent)).toBeVisible()
    await expectPhoneLayout(page)
  })
})
