import { expect, test } from '@playwright/test'
import { createServer } from 'vite'

/** Receives inspection events like Stately's page, and lists the machines that send them. */
const receiver = `<!doctype html><ul></ul><script>
  addEventListener('message', ({ data }) => {
    const line = document.createElement('li')
    line.textContent = data.type + ' ' + (data.name ?? '') + ' ' + (data.definition ? 'defined' : '')
    document.querySelector('ul').append(line)
  })
  opener.postMessage({ type: '@statelyai.connected' }, '*')
</script>`

for (const isBlocked of [false, true]) {
  test(`shows machines in the inspector of the development server, ${isBlocked ? 'by a button if pop-ups are blocked' : 'at once'}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    process.env.PORT = process.env.E2E_PORT
    const vite = await createServer({ server: { port: 0, hmr: false }, logLevel: 'error' })
    await vite.listen()
    await context.route('https://stately.ai/inspect', (route) =>
      route.fulfill({ contentType: 'text/html', body: receiver }),
    )
    // Chromium under test blocks nothing.
    if (isBlocked)
      await page.addInitScript(() => {
        const { open } = window
        window.open = () => {
          window.open = open
          return null
        }
      })
    const opening = context.waitForEvent('page', { timeout: 40_000 })
    await page.goto(`${vite.resolvedUrls?.local[0]}?inspect`, { timeout: 40_000 })
    if (isBlocked) await page.getByRole('button', { name: 'Open the inspector' }).click({ timeout: 40_000 })
    const inspector = await opening
    for (const machine of ['language', 'auth', 'realtime', 'notification'])
      await expect(inspector.getByText(`@xstate.actor ${machine} defined`).first()).toBeVisible()
    await vite.close()
  })
}
