import { expect, test } from './own-address.ts'

declare global {
  interface Window {
    /** The tasks that React asked for until each commit, and whether it held the page's content after it. */
    commits?: { tasks: number; holdsContent: boolean }[]
  }
}

test('takes over the desk’s page in many tasks, between which taps can come', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const commits: { tasks: number; holdsContent: boolean }[] = []
    window.commits = commits
    let tasks = 0
    const { postMessage } = MessagePort.prototype
    Object.assign(MessagePort.prototype, {
      postMessage(this: MessagePort, message: unknown) {
        tasks += 1
        postMessage.call(this, message)
      },
    })
    Object.assign(window, {
      // React tells it of each commit.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
        onCommitFiberRoot() {
          const main = document.querySelector('main')
          const holdsContent = main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
          commits.push({ tasks, holdsContent })
        },
      },
    })
  })
  await page.goto('/order/create/demo-hotel-desk')
  await page.waitForFunction(() => window.commits?.some(({ holdsContent }) => holdsContent))
  // The address of the desk’s code gets the time of the visit, which React takes over with the page.
  expect(await page.evaluate(() => new URLSearchParams(location.search).has('t'))).toBe(true)
  const commits = (await page.evaluate(() => window.commits)) ?? []
  const held = commits.findIndex(({ holdsContent }) => holdsContent)
  expect(held).toBeGreaterThan(0)
  // In one task it is one or two.
  const tasks = (commits[held]?.tasks ?? 0) - (commits[held - 1]?.tasks ?? 0)
  expect(tasks).toBeGreaterThan(5)
})
