import { listSaved } from '@handsfree/core/contract'
import { must, placeOrder } from '../backend.ts'
import { expectAccessible, expectPhoneLayout } from '../checks.ts'
import { unfold } from '../form-parts.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { openForm, part, toStation } from '../order-steps.ts'
import { expect, path } from '../own-address.ts'
import { test } from '../traveller.ts'
import { fillOrder, review } from '../trip.ts'
import { typeIn } from '../type-in.ts'
import type { Locale } from '../words.ts'

const pinned: Record<Locale, { title: string; save: string; removed: string; empty: string }> = {
  'en-US': {
    title: 'Recipients and addresses',
    save: 'Save for next time',
    removed: 'Remove Grace Hopper?',
    empty: 'Nothing saved yet',
  },
  'zh-CN': {
    title: '常用领取人和地址',
    save: '存为常用',
    removed: '删除“Grace Hopper”？',
    empty: '还没有常用领取人和地址',
  },
}
const grace = { name: 'Grace', dialCode: '86', phoneNumber: '13912345678' }
const home = { kind: 'custom', regionId: 'hangzhou', address: '5 Garden Lane', detail: '3F' } as const

inBothLanguages((say, locale) => {
  const { title, save, removed, empty } = pinned[locale]

  test('fills in a saved recipient and address with one tap each, then edits and removes them @nightly', async ({
    page,
    traveller,
  }) => {
    await placeOrder(traveller, { receiver: grace, delivery: home }, ['receiver', 'address'])
    await openForm(page, 'demo-hotel-desk', say)
    await page.getByRole('button', { name: home.address }).click()
    await expect(page.getByRole('textbox', { name: say('orderForm.address') })).toHaveValue(home.address)
    await expect(page.getByRole('button', { name: home.address })).toHaveCount(0)
    await unfold(page, 'receiver')
    await page.getByRole('button', { name: 'Grace', exact: true }).click()
    await expect(part(page, 'receiverName').getByRole('textbox')).toHaveValue('Grace')
    await expect(part(page, 'receiverPhone').getByRole('textbox')).toHaveValue('13912345678')
    for (const wish of await page.getByRole('checkbox', { name: save }).all())
      await expect(wish).toBeChecked()
    await expectAccessible(page)

    await page.goto('/person/profile/edit')
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path('/person/saved'))
    await expect(page.getByRole('listitem')).toHaveCount(2)
    await expectPhoneLayout(page)
    await page.getByRole('button', { name: say('saved.editNamed', { name: 'Grace' }) }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: say('orderForm.receiverName') })
    await name.clear()
    await page.getByRole('button', { name: say('saved.save') }).click()
    await expect(page.getByText(say('orderForm.problem.receiverNameRequired'))).toBeVisible()
    await expectAccessible(page)
    await typeIn(name, 'Grace Hopper')
    await page.getByRole('button', { name: say('saved.save') }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('listitem').first()).toContainText('Grace Hopper')
    await page.getByRole('button', { name: say('saved.removeNamed', { name: 'Grace Hopper' }) }).click()
    await expect(page.getByRole('heading', { name: removed })).toBeVisible()
    await page.getByRole('button', { name: say('saved.keep') }).click()
    for (const gone of ['Grace Hopper', home.address]) {
      await page.getByRole('button', { name: say('saved.removeNamed', { name: gone }) }).click()
      await page.getByRole('button', { name: say('saved.remove'), exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
    }
    await expect(page.getByText(empty)).toBeVisible()
    expect(must(await traveller.api.call(listSaved, {}))).toEqual([])
  })

  test('saves a recipient with an order on request, and reports that the list cannot be read @nightly', async ({
    page,
    traveller,
  }) => {
    await openForm(page, 'demo-hotel-desk', say)
    await fillOrder(page, say, { place: locale === 'en-US' ? toStation : '虹桥站' })
    await unfold(page, 'receiver')
    await page.getByRole('radio', { name: say('orderForm.receiver.other') }).check({ force: true })
    await typeIn(part(page, 'receiverName').getByRole('textbox'), 'Grace')
    await typeIn(part(page, 'receiverPhone').getByRole('textbox'), '+8613912345678')
    const wish = page.getByRole('checkbox', { name: save })
    await expect(wish).not.toBeChecked()
    await wish.check()
    await review(page, say)
    await page.getByRole('button', { name: /98/ }).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    const [entry] = must(await traveller.api.call(listSaved, {}))
    expect(entry?.content).toEqual({ kind: 'receiver', ...grace })

    await page.route('**/api/account/saved', (route) => route.abort())
    await page.evaluate(() => localStorage.removeItem('keptSaved'))
    await page.goto('/person/saved')
    await expect(page.getByText(say('common.loadFailed'))).toBeVisible()
    await page.unroute('**/api/account/saved')
    await page.getByRole('button', { name: say('common.reload') }).click()
    await expect(page.getByRole('listitem')).toContainText('Grace')
    // The cached list shows without a response.
    await page.route('**/api/account/saved', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('listitem')).toContainText('Grace')
    await expect(page.getByText(say('resource.stale'))).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: say('saved.removeNamed', { name: 'Grace' }) }).click()
    await page.getByRole('button', { name: say('saved.remove'), exact: true }).click()
    await expect(page.getByText(say('error.network'))).toBeVisible()
  })
})
