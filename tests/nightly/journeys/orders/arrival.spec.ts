import { expect, type Page } from '@playwright/test'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { test } from '../../../e2e/own-address.ts'
import { makeWorld, screens, stageOf, type World } from '../../../e2e/screens.ts'

let made: Promise<World> | undefined
/** Created once per worker. */
const worldOf = (baseURL: string): Promise<World> => {
  made ??= makeWorld(baseURL)
  return made
}

/** Pages that open after a tap or their own load; other journeys check their focus. */
const tapped = ['/', '/faq', '/order/create/:qrId', '/order/confirm', '/order/return/:orderId']
/** Pages that focus a field, such as the code's. */
const withField = ['/sign/in', '/sign/up', '/verification-code/check']

const isTakenOver = () =>
  Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react'))

/** Navigates within the app like a link. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** From now on, opens pages by navigation within the app, starting from the terms. */
function goInside(page: Page): { arrived: () => boolean } {
  const load = page.goto.bind(page)
  let isInside = false
  let hasArrived = false
  page.goto = async (path) => {
    if (!isInside) {
      await load('/terms')
      // The page is server-rendered, so wait for hydration.
      await expect.poll(() => page.evaluate(isTakenOver)).toBe(true)
      isInside = true
    }
    await goOn(page, path)
    hasArrived = true
    return null
  }
  return {
    arrived: () => {
      const answer = hasArrived
      hasArrived = false
      return answer
    },
  }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

inBothLanguages((_, locale) => {
  for (const path of Object.keys(screens).filter((key) => !tapped.includes(key))) {
    test(`moves the focus to the heading once its data has loaded: ${path} @nightly`, async ({
      page,
      baseURL,
    }) => {
      const world = await worldOf(baseURL)
      const { arrived } = goInside(page)
      let looks = 0
      const show = async () => {
        if (!arrived()) return
        looks += 1
        await expect.poll(() => focused(page)).toBe(withField.includes(path) ? 'INPUT' : 'H1')
      }
      await screens[path]?.(stageOf(locale, { page, world, baseURL, show }))
      expect(looks).toBeGreaterThan(0)
    })
  }
})
