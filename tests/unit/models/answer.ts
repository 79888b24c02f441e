import type { Page, Route } from '@playwright/test'

/** Answers a held request, and waits until the page has read the answer: the next step must not overtake it. */
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
  // An answer may lead to another document.
  await turn.catch(() => undefined)
}

/** Forgets held requests that the page no longer waits for: they need no answer. */
export function forgetAbandoned(page: Page, held: Map<string, Route>): void {
  page.on('requestfailed', (request) => {
    for (const [call, route] of held) if (route.request() === request) held.delete(call)
  })
}
