import { expect, test } from '../../../e2e/own-address.ts'

declare global {
  interface Window {
    /** After each commit of React: whether it holds the page's content, and whether all parts of it. */
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
      // React tells it of each commit.
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
  // The address of the desk’s code gets the time of the visit, which React takes over with the page.
  expect(await page.evaluate(() => new URLSearchParams(location.search).has('t'))).toBe(true)
  const commits = (await page.evaluate(() => window.commits)) ?? []
  const held = commits.findIndex(({ holdsContent }) => holdsContent)
  const whole = commits.findIndex(({ holdsParts }) => holdsParts)
  expect(held).toBeGreaterThan(0)
  // The five parts of the form follow, each in a commit of its own; drawn again at once, all come in one.
  expect(whole - held).toBeGreaterThanOrEqual(5)
})
