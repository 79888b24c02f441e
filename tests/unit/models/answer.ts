import type { Page, Route } from '@playwright/test'

/**
 * Responds to a held request, and waits until the page has read the response, so that the next step can't overtake
 * it.
 */
export async function answer(page: Page, route: Route, body: string): Promise<void> {
  await route.fulfill({ contentType: 'application/json', body })
  const response = await route.request().response()
  await response?.finished()
  const turn = page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done()
        port2.postMessage(null)
      }),
  )
  // The response may navigate to another document.
  await turn.catch(() => undefined)
}

/** Drops held requests that the page has aborted; they need no response. */
export function forgetAbandoned(page: Page, held: Map<string, Route>): void {
  page.on('requestfailed', (request) => {
    for (const [call, route] of held) if (route.request() === request) held.delete(call)
  })
}
