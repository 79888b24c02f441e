import { expect, type Page, test } from '@playwright/test'

/** Signs in by the API, and stores the account like the page does. */
async function signIn(page: Page, phoneNumber: string): Promise<void> {
  await page.goto('/terms')
  await page.evaluate(
    async (phone) => {
      const post = async (path: string, body: unknown) => {
        const answer = await fetch(`/api${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en-US' },
          body: JSON.stringify(body),
        })
        return (await answer.json()).result
      }
      const { demoCode } = await post('/verification-codes', phone)
      const account = await post('/users', { ...phone, code: demoCode })
      localStorage.setItem(
        'auth',
        JSON.stringify({ version: 1, phone: { ...phone, phoneNumber: '' }, account }),
      )
    },
    { dialCode: '86', phoneNumber },
  )
}

/** A tab's workers that connect to the broker. */
function openConnections(page: Page): { count: number } {
  const open = { count: 0 }
  page.on('worker', (worker) => {
    if (!worker.url().includes('broker.worker')) return
    open.count += 1
    worker.on('close', () => {
      open.count -= 1
    })
  })
  return open
}

test('shares one connection between two tabs, and moves it when the first closes', async ({ context }) => {
  const first = await context.newPage()
  await signIn(first, '13812340101')
  const firstConnections = openConnections(first)
  await first.reload()
  await expect.poll(() => firstConnections.count).toBe(1)

  const second = await context.newPage()
  const secondConnections = openConnections(second)
  await second.goto('/terms')
  const waitsInLine = async () => {
    const { pending = [] } = await navigator.locks.query()
    return pending.some(({ name }) => name?.startsWith('handsfree.broker.'))
  }
  await expect.poll(() => second.evaluate(waitsInLine)).toBe(true)
  expect([firstConnections.count, secondConnections.count]).toEqual([1, 0])

  await first.close()
  await expect.poll(() => secondConnections.count).toBe(1)
})
