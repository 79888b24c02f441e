import { expect, type Page } from '@playwright/test'
import { readRoutes } from '../../../../tools/read-routes.ts'
import { expectAccessible, expectContrast, expectNamed, expectOnePrimaryButton } from '../../../e2e/checks.ts'
import { expectFits, expectFitsSmallPhones } from '../../../e2e/fits.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/own-address.ts'
import { makeWorld, screens, stageOf, type World } from '../../../e2e/screens.ts'
import { newPhoneNumber } from '../../../e2e/trip.ts'
import { wordsOf } from '../../../e2e/words.ts'

/** 60 characters, the maximum length of a name. */
const longName = `${'W'.repeat(29)} ${'W'.repeat(30)}`
const longAddress =
  '浙江省杭州市西湖区灵隐街道满觉陇路一百二十三弄四十五号满陇桂雨公园东北侧山脚下白墙黑瓦的老院子第二进左手边带小花园的那一间'

let made: Promise<World> | undefined
/** Created once per worker, with texts of maximum length. A fixture would need separate workers. */
const worldOf = (baseURL: string): Promise<World> => {
  made ??= makeWorld(baseURL, longName, {
    receiver: { name: longName, dialCode: '86', phoneNumber: newPhoneNumber() },
    delivery: {
      kind: 'custom',
      regionId: 'hangzhou',
      address: longAddress,
      detail: longAddress.slice(0, 40),
    },
  })
  return made
}

const say = wordsOf('en-US')
/** Only the page's own headings, since notifications above it appear and disappear. */
const headings = (page: Page) => page.locator('header, main').getByRole('heading').allInnerTexts()
const ways = [say('common.reload'), say('common.tryAgain'), say('payment.checkAgain')]
const wayOn = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^(${ways.join('|')})$`) })

/** Redirects if the profile is known to be missing; without a response the traveller continues. */
const leadsOn = ['/person/profile/init']

/**
 * Reloads the page while all calls fail, then lets them through. The page must immediately show its content or offer
 * a retry, and return to the same content.
 */
async function loseAnswers(page: Page) {
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

async function isGood(page: Page) {
  await test.step('passes axe', () => expectAccessible(page))
  await test.step('names the page and what it shows', () => expectNamed(page))
  await test.step('has one marigold button at most', () => expectOnePrimaryButton(page))
  await test.step('fits at twice the text size', () => expectFits(page))
}

inBothLanguages((_, locale) => {
  test.describe.configure({ timeout: 120_000 })
  for (const [path, stand] of Object.entries(screens)) {
    test(`passes axe, fits long texts at twice their size, stays usable without answers: ${path}`, async ({
      page,
      baseURL,
    }) => {
      const world = await worldOf(baseURL)
      let losesAnswers = locale === 'en-US' && !leadsOn.includes(path)
      const show = async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await isGood(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        // No other axe rule depends on colors.
        await test.step('has enough contrast in the dark', () => expectContrast(page))
        await test.step('fits on small phones', () => expectFitsSmallPhones(page))
        if (losesAnswers) await test.step('stays usable without answers', () => loseAnswers(page))
        losesAnswers = false
      }
      await stand(stageOf(locale, { page, world, baseURL, show }))
    })
  }
})

test('covers every page of the route table', async () => {
  expect(Object.keys(screens).sort()).toEqual((await readRoutes()).map(({ path }) => path).sort())
})
