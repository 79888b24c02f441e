import { createHash } from 'node:crypto'
import { customerViews, listOrders } from '@handsfree/core/contract'
import type { Page } from '@playwright/test'
import { clientOf, must } from '../../../e2e/backend.ts'
import { unfold } from '../../../e2e/form-parts.ts'
import { inBothLanguages } from '../../../e2e/in-both-languages.ts'
import { openForm } from '../../../e2e/order-steps.ts'
import { expect, test } from '../../../e2e/own-address.ts'
import { takePhoto } from '../../../e2e/photos.ts'
import { readyForOffline } from '../../../e2e/service-worker.ts'
import { fillOrder, nameCollector, pay, reviewAndSignIn, signOut } from '../../../e2e/trip.ts'
import { typeIn } from '../../../e2e/type-in.ts'

type Found = {
  /** All data that the device stores for the site, decoded byte by byte. */
  text: string
  /** SHA-256 of each stored body and binary value. */
  hashes: string[]
  /** Content types in the service worker's caches. */
  types: string[]
  /** Calls and photos that the browser's HTTP cache still serves. */
  answered: string[]
}

/** Reads all storages of the page's origin, and looks up the visit's URLs in the browser's cache. */
const walk = (page: Page, loaded: string[]): Promise<Found> =>
  page.evaluate(async (urls) => {
    const texts = [
      location.href,
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ]
    const hashes: string[] = []
    const types: string[] = []
    const answered: string[] = []
    const readBytes = async (bytes: ArrayBuffer) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      hashes.push([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
      texts.push(new TextDecoder('latin1').decode(bytes), new TextDecoder().decode(bytes))
    }
    const readValue = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) await readBytes(await value.arrayBuffer())
      else if (value instanceof ArrayBuffer) await readBytes(value)
      else if (typeof value === 'object' && value !== null) {
        for (const part of Object.values(value)) await readValue(part)
      } else texts.push(String(value))
    }
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())])
        for (const value of [...keys, ...values]) await readValue(value)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        texts.push(request.url)
        types.push(answer?.headers.get('content-type')?.split(';')[0] ?? '')
        if (answer) await readBytes(await answer.arrayBuffer())
      }
    }
    for (const url of urls) {
      const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      if (answer?.ok) answered.push(new URL(url).pathname)
    }
    return { text: texts.join('\n'), hashes, types: [...new Set(types)].sort(), answered }
  }, loaded)

inBothLanguages((say, locale) => {
  test.use({ serviceWorkers: 'allow' })

  test('leaves nothing of the traveller on the device after sign-out', async ({ page, baseURL }) => {
    const loaded = new Set<string>()
    page.on('response', (answer) => {
      if (/\/api\//.test(answer.url()) && answer.request().method() === 'GET') loaded.add(answer.url())
    })
    const name = 'Wilhelmina Q'
    await openForm(page, 'demo-hotel-desk', say)
    const phoneNumber = await nameCollector(page, say, name)
    await fillOrder(page, say, { place: locale === 'zh-CN' ? '上海虹桥站' : 'Hongqiao Railway Station' })
    await reviewAndSignIn(page, say, name)
    await pay(page)
    const view = say('bags.showPhoto', { number: 1 })
    const photo = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: view }) })
      .locator('img')
    await photo.scrollIntoViewIfNeeded()
    await expect(photo).toHaveJSProperty('complete', true)

    const { uin, token } = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '').account)
    const [order] = must(
      await clientOf(baseURL, token).call(listOrders, { query: { status: String(customerViews.all) } }),
    ).list
    const { orderId = '', orderNumber = '', claimCode = '', photos = [] } = order ?? {}
    const sent = await fetch(new URL(photos[0] ?? '', baseURL)).then((answer) => answer.arrayBuffer())
    const photoHash = createHash('sha256').update(Buffer.from(sent)).digest('hex')
    const traces = { name, phoneNumber, uin, token, orderId, orderNumber, claimCode: claimCode ?? '' }

    for (const path of ['/person/notification', '/order/category', '/service/record']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await openForm(page, 'demo-hotel-desk', say)
    await unfold(page, 'remarks')
    await typeIn(page.getByRole('textbox', { name: say('orderForm.remarks') }), `For ${name}`)
    await unfold(page, 'bags')
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await takePhoto())
    await expect(page.getByRole('button', { name: say('photo.remove', { number: 1 }) })).toBeVisible()
    await page.goto('/')
    await expect(
      page
        .getByText(orderNumber)
        .or(page.getByText(say('freshness.live')))
        .first(),
    ).toBeVisible()
    await readyForOffline(page)
    await page.request.get('/favicon.svg')
    const before = await walk(page, [])
    for (const trace of Object.values(traces)) expect(before.text).toContain(trace)

    await signOut(page, say)
    await expect(page.getByRole('link', { name: say('home.signIn') })).toBeVisible()

    // The page completes pending work a moment later.
    await expect.poll(async () => (await walk(page, [])).hashes.includes(photoHash)).toBe(false)
    const after = await walk(page, [...loaded])
    const left = Object.entries(traces).filter(([, trace]) => after.text.includes(trace))
    expect(left).toEqual([])
    expect(after.types.filter((type) => !/^(text|application)\/(html|css|javascript)$/.test(type))).toEqual([
      'image/svg+xml',
    ])
    expect([...loaded].some((url) => url.includes('/api/files/'))).toBe(true)
    expect(after.answered).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
})
