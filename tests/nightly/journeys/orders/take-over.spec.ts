import { expect, test } from '../../../e2e/own-address.ts'

declare global {
  interface Window {
    /** After each React commit: whether it has hydrated the page's content, and all of its parts. */
    commits?: { holdsContent: boolean; holdsParts: boolean }[]
  }
}

test('hydrates the desk’s page in parts, so that taps are handled in between', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const commits: NonNullable<Window['commits']> = []
    window.commits = commits
    const isHeld = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    Object.assign(window, {
      // React calls this hook on each commit.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onCommitFiberRoot() {
          const elements = [...document.querySelectorAll('main, main section')]
          const holdsContent = elements.slice(0, 1).some(isHeld)
          commits.push({ holdsContent, holdsParts: holdsContent && elements.every(isHeld) })
        },
      },
    })
  })
  await page.goto('/order/create/demo-hotel-desk')
  await page.waitForFunction(() => window.commits?.some(({ holdsParts }) => holdsParts))
  // The desk code's URL gets the visit time when React hydrates the page.
  expect(await page.evaluate(() => new URLSearchParams(location.search).has('t'))).toBe(true)
  const commits = (await page.evaluate(() => window.commits)) ?? []
  const held = commits.findIndex(({ holdsContent }) => holdsContent)
  const whole = commits.findIndex(({ holdsParts }) => holdsParts)
  expect(held).toBeGreaterThan(0)
  // The form's five parts follow, each in its own commit. A re-rendered page would have all in one.
  expect(whole - held).toBeGreaterThanOrEqual(5)
})
