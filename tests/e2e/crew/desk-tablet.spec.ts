import { demoPin } from '@handsfree/core/api'
import type { Page } from '@playwright/test'
import { expectAccessible, expectPhoneLayout } from '../checks.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect } from '../own-address.ts'
import { test } from '../server-without-autopilot.ts'

inBothLanguages((say, locale) => {
  const typePin = async (page: Page, pin: string) => {
    await page.getByLabel(say('crewTablet.digit', { position: 1, count: 4 })).focus()
    await page.keyboard.type(pin)
  }

  test(`unlocks a desk's tablet by PIN, and locks it after ten idle minutes, in ${locale}`, async ({
    page,
    own,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`${own.url}/crew?as=site-hongqiao-railway-station`)
    await page.getByRole('link', { name: say('crewAccount.title') }).click()
    const start = page.getByRole('button', { name: say('crewAccount.tabletStart') })
    await start.click()
    await expect(page.getByRole('heading', { name: say('crewTablet.choose') })).toBeVisible()
    await expectPhoneLayout(page)

    const person = page.getByRole('listitem').getByRole('button').first()
    const name = (await person.textContent()) ?? ''
    await person.click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expectAccessible(page)
    await typePin(page, '0000')
    await expect(page.getByText(say('crewTablet.wrongPin', { triesLeft: 4 }))).toBeVisible()
    await typePin(page, demoPin)
    const lock = page.getByRole('button', { name: say('crewTablet.lock') }).first()
    await expect(lock).toBeVisible()
    await page.reload()
    await expect(lock).toBeVisible()

    await page.clock.fastForward(10 * 60_000)
    await expect(page.getByRole('heading', { name: say('crewTablet.choose') })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: say('crewTablet.choose') })).toBeVisible()
  })
})
