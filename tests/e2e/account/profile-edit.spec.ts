import { getProfiles } from '@handsfree/core/contract'
import { must } from '../backend.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, path } from '../own-address.ts'
import { test } from '../traveller.ts'
import { typeIn } from '../type-in.ts'
import type { Locale } from '../words.ts'

const pinned: Record<Locale, { wrongEmail: string; saved: string; leave: string }> = {
  'en-US': {
    wrongEmail: 'Please enter a valid email address',
    saved: 'Saved',
    leave: 'Leave without saving?',
  },
  'zh-CN': { wrongEmail: '请输入有效的邮箱地址', saved: '已保存', leave: '不保存就离开？' },
}

inBothLanguages((say, locale) => {
  test('changes name and email, keeps typed text, and shows the phone number @nightly', async ({
    page,
    context,
    traveller,
  }) => {
    const { wrongEmail, saved, leave } = pinned[locale]
    await page.goto('/')
    await page.getByRole('link', { name: say('home.menu.profile'), exact: true }).click()
    const name = page.getByRole('textbox', { name: say('profile.name') })
    const email = page.getByRole('textbox', { name: say('profile.emailOptional') })
    const save = page.getByRole('button', { name: say('profile.save'), exact: true })
    await expect(name).toHaveValue('Alex')
    await expect(save).toBeDisabled()
    const phone = page.getByText(/^\+86 /)
    expect((await phone.textContent())?.replace(/\D/g, '')).toBe(`86${traveller.phone.phoneNumber}`)

    await typeIn(email, 'alex@nowhere')
    await save.click()
    await expect(page.getByText(wrongEmail)).toBeVisible()
    await expect(email).toBeFocused()
    await name.clear()
    await save.click()
    await expect(name).toBeFocused()
    await typeIn(name, 'Alexandra')
    await typeIn(email, 'alexandra@example.com')
    await context.setOffline(true)
    await expect(page.getByText(say('profile.offline'))).toBeVisible()
    await save.click()
    await expect(page.getByRole('alert')).toContainText(say('error.network'))
    await expect(name).toHaveValue('Alexandra')
    await context.setOffline(false)

    // Both ways back ask for confirmation.
    await page.goBack()
    const dialog = page.getByRole('alertdialog', { name: leave })
    await dialog.getByRole('button', { name: say('profile.stay') }).click()
    await expect(email).toHaveValue('alexandra@example.com')
    await save.click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    const { uin } = traveller.account
    const profiles = must(await traveller.api.call(getProfiles, { query: { uins: [uin] } }))
    expect(profiles[uin]).toMatchObject({ name: 'Alexandra', email: 'alexandra@example.com' })

    await typeIn(name, 'Someone else')
    await page.getByRole('button', { name: say('common.back') }).click()
    await dialog.getByRole('button', { name: say('profile.discard') }).click()
    await expect(page).toHaveURL(path('/'))
    await page.getByRole('link', { name: say('home.menu.profile'), exact: true }).click()
    await expect(name).toHaveValue('Alexandra')
    await page.reload()
    await expect(email).toHaveValue('alexandra@example.com')
  })
})
