import { createECDH } from 'node:crypto'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../tools/browser.ts'
import { createPushDevice, type PushDevice } from '../server/soft-push.ts'
import { listen } from './checks.ts'
import { test as base, expect } from './own-address.ts'

/** A point of P-256 in base64url, as push services and servers have them. */
export const newPublicKey = (): string => createECDH('prime256v1').generateKeys('base64url')

/** Keeps the subscription in the page's storage, since Chromium subscribes only at Google's service. */
const stubSubscriptions = ({ endpoint: address, keys }: PushDevice['subscription']) => {
  const stored = 'test.pushSubscription'
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const current = () => {
    const found = localStorage.getItem(stored)
    if (found === null) return null
    const { endpoint, publicKey } = JSON.parse(found)
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: toBytes(publicKey).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(stored)
        return true
      },
    }
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current(),
    subscribe: async ({ applicationServerKey: publicKey }: { applicationServerKey: string }) => {
      if (!current()) localStorage.setItem(stored, JSON.stringify({ endpoint: address, publicKey }))
      return current()
    },
  })
}

/** A full Chromium, since the headless shell denies notifications, with a stubbed push service. */
export const test = base.extend<{ device: PushDevice; context: BrowserContext; page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  device: async ({}, use) => use(createPushDevice()),
  context: async ({ device, locale, baseURL, extraHTTPHeaders }, use) => {
    const browser = await chromium.launch({
      executablePath: requireBrowser({ headed: true }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    const context = await browser.newContext({
      baseURL,
      serviceWorkers: 'allow',
      permissions: ['notifications'],
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      ...(locale && { locale }),
      ...(extraHTTPHeaders && { extraHTTPHeaders }),
    })
    await context.addInitScript(stubSubscriptions, device.subscription)
    await use(context)
    await browser.close()
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    const heard = listen(page)
    await use(page)
    expect(heard).toEqual([])
  },
})

/** Delivers a push message to the worker of a scope, as the browser does. */
export async function deliver(page: Page, message: unknown, scope = '/'): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === scope)
      if (found) resolve(found.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  const { origin } = new URL(page.url())
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  })
  await browser.detach()
}

export type ShownNotice = { title: string; body: string; tag: string }

/** The notices that the device shows. */
export const shownNotices = (page: Page, scope = '/'): Promise<ShownNotice[]> =>
  page.evaluate(async (address) => {
    const registration = await navigator.serviceWorker.getRegistration(address)
    const notices = (await registration?.getNotifications()) ?? []
    return notices.map(({ title, body, tag }) => ({ title, body, tag }))
  }, scope)

export const hasSubscription = (page: Page, scope = '/'): Promise<boolean> =>
  page.evaluate(async (address) => {
    const registration = await navigator.serviceWorker.getRegistration(address)
    return (await registration?.pushManager.getSubscription()) != null
  }, scope)

/** The worker of a scope. */
const workerOf = async (page: Page, script: string) => {
  const isWanted = (url: string) => new URL(url).pathname === script
  const find = () =>
    page
      .context()
      .serviceWorkers()
      .find((worker) => isWanted(worker.url()))
  await expect.poll(() => find() !== undefined).toBe(true)
  const worker = find()
  if (!worker) throw new Error(`no worker ${script}`)
  return worker
}

/** Globals of workers, missing in the types of pages. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
  ExtendableEvent: new (type: string) => Event
}

/** Clicks the only shown notice; browsers offer no other way. */
export async function clickNotice(page: Page, script = '/service-worker.js'): Promise<void> {
  const worker = await workerOf(page, script)
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('no notice')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

/** Records the receipts that the server accepted. Playwright doesn't see a worker's calls. */
export async function recordReceipts(page: Page): Promise<void> {
  const worker = await workerOf(page, '/service-worker.js')
  await worker.evaluate(() => {
    const receipts: string[] = []
    const send = globalThis.fetch
    Object.assign(globalThis, {
      receipts,
      fetch: async (url: string, init: { body: string }) => {
        const answer = await send(url, init)
        const { code } = await answer.clone().json()
        if (url === '/api/push-receipts' && code === 0) receipts.push(JSON.parse(init.body).receipt)
        return answer
      },
    })
  })
}

export async function receiptsOf(page: Page): Promise<string[]> {
  const worker = await workerOf(page, '/service-worker.js')
  return worker.evaluate(() => (globalThis as unknown as { receipts: string[] }).receipts)
}

/** Has the browser change the subscription while no page listens. Returns the worker's calls. */
export async function changeSubscription(page: Page) {
  const worker = await workerOf(page, '/service-worker.js')
  return worker.evaluate(async () => {
    const calls: { url: string; token: string; body: unknown }[] = []
    type Init = { headers: { token: string }; body: string }
    Object.assign(globalThis, {
      fetch: async (url: string, { headers, body }: Init) => {
        calls.push({ url, token: headers.token, body: JSON.parse(body) })
        return Response.json({ code: 0, message: 'ok', result: { subscriptionId: 'renewed', kinds: [] } })
      },
    })
    const endpoint = 'https://fcm.googleapis.com/fcm/send/new'
    PushManager.prototype.subscribe = async () =>
      ({ endpoint, toJSON: () => ({ endpoint, keys: {} }) }) as unknown as PushSubscription
    const scope = globalThis as unknown as WorkerScope
    const event = new scope.ExtendableEvent('pushsubscriptionchange')
    const done = new Promise<void>((resolve) => {
      Object.assign(event, { waitUntil: (work: Promise<void>) => void work.then(resolve) })
    })
    scope.dispatchEvent(event)
    await done
    return calls
  })
}
