import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing that axe knows is wrong with what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

/** The browser's own lines about answers and lines that do not come about; a page cannot keep them back. */
const isBrowsersOwn = (text: string) => /^(Failed to load resource|WebSocket connection to )/.test(text)

/** Everything that the page writes to the console or lets go uncaught, from now on. */
export function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (!isBrowsersOwn(message.text())) heard.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(String(error)))
  return heard
}
