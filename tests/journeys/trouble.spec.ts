import { expect, type Page } from '@playwright/test'
import { test as base } from './own-address.ts'
import { makeWorld, screens, stageOf, type World } from './screens.ts'
import { wordsOf } from './words.ts'

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use, { project }) => use(await makeWorld(project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})
test.describe.configure({ timeout: 120_000 })
test.use({ reducedMotion: 'reduce' })

const say = wordsOf('en-US')
const headings = (page: Page) => page.getByRole('heading').allInnerTexts()
const ways = [say('common.reload'), say('common.tryAgain'), say('payment.checkAgain')]
const wayOn = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^(${ways.join('|')})$`) })

/** A first profile is asked for where it is known to be missing: without an answer the traveller goes on. */
const leadsOn = ['/person/profile/init']

/**
 * Loads the page again while no call is answered, then lets them through. What the page knows without an answer stands
 * at once; for the rest it names a way on, which leads back to the same page.
 */
async function losesAnswers(page: Page) {
  const before = await headings(page)
  await page.route('**/api/**', (route) => route.abort('connectionfailed'))
  await page.reload()
  const stands = async () => JSON.stringify(await headings(page)) === JSON.stringify(before)
  await expect.poll(async () => (await stands()) || (await wayOn(page).count()) > 0).toBe(true)
  await page.unroute('**/api/**')
  await expect(async () => {
    for (const button of await wayOn(page).all()) await button.click({ timeout: 1_000 })
    expect(await headings(page)).toEqual(before)
  }).toPass()
}

for (const [path, stand] of Object.entries(screens)) {
  if (leadsOn.includes(path)) continue
  test(`${path}: without answers it stays of use, and comes back`, async ({ page, world, baseURL }) => {
    let isFirst = true
    const show = async () => {
      if (isFirst) await losesAnswers(page)
      isFirst = false
    }
    await stand(stageOf('en-US', { page, world, baseURL: baseURL ?? '', show }))
  })
}
