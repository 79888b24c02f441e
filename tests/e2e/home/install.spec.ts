import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../../tools/browser.ts'
import { freePort, ManagedProcess } from '../../../tools/built-server.ts'
import { inBothLanguages } from '../in-both-languages.ts'
import { expect, test as ownAddress } from '../own-address.ts'

/** A full browser with a profile, which could install an app. */
const test = ownAddress.extend<{ installer: BrowserContext }>({
  installer: async ({ locale }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'handsfree-profile-'))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: requireBrowser({ headed: true }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      serviceWorkers: 'allow',
      ...(locale && { locale }),
    })
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
})

/** Chromium's installability errors for the page's app. */
async function readInstallability(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  const { url, errors, data } = await browser.send('Page.getAppManifest')
  const { appId } = await browser.send('Page.getAppId')
  return {
    problems: [...installabilityErrors, ...errors],
    file: new URL(url).pathname,
    data: data ?? '',
    appId: String(appId),
  }
}

/** Width and height from a PNG's header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)].join('x')

const viteServers = { 'the static build': ['preview'], 'vite dev': [] }
const vite = async (args: string[]) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = new ManagedProcess({
    health: `${url}/favicon.svg`,
    args: ['node_modules/vite/bin/vite.js', ...args, '--port', String(port), '--strictPort'],
  })
  await server.start()
  return { url, stop: () => server.end('SIGKILL') }
}

inBothLanguages((say, locale) => {
  test('installs from any page, with shortcuts in the language of the page', { tag: '@nightly' }, async ({
    installer,
    baseURL,
  }) => {
    const page = await installer.newPage()
    for (const path of ['/', '/faq', '/order/create/demo-hotel-desk']) {
      await page.goto(`${baseURL}${path}`)
      const { problems, file, appId } = await readInstallability(page)
      expect([path, problems]).toEqual([path, []])
      expect([file, appId]).toEqual([`/manifest.${locale}.webmanifest`, `${baseURL}/`])
    }
    const manifest = JSON.parse((await readInstallability(page)).data)
    expect(manifest).toMatchObject({ lang: locale, display: 'standalone', start_url: '/', scope: '/' })
    expect(manifest.description).toBe(say('home.detail'))
    const shortcuts = manifest.shortcuts.map(({ name, url }: Record<string, string>) => [name, url])
    expect(shortcuts).toEqual([
      [say('home.scan'), '/qr-code/scan'],
      [say('home.menu.orders'), '/order/category'],
    ])
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    const icons = [manifest, ...manifest.shortcuts].flatMap(({ icons }) => icons)
    for (const { src, sizes } of [...icons, { src: touch, sizes: '180x180' }]) {
      const icon = await page.request.get(`${baseURL}${src}`)
      expect([src, icon.headers()['content-type'], sizeOf(await icon.body())]).toEqual([
        src,
        'image/png',
        sizes,
      ])
    }
    const purposes = manifest.icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)
    expect(purposes).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'])
  })

  test('installs from a static build without the server', { tag: '@nightly' }, async ({ installer }) => {
    const { url, stop } = await vite(['preview'])
    try {
      const page = await installer.newPage()
      await page.goto(`${url}/faq`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { problems, file } = await readInstallability(page)
      expect([problems, file]).toEqual([[], `/manifest.${locale}.webmanifest`])
    } finally {
      await stop()
    }
  })
})

for (const [name, args] of Object.entries(viteServers)) {
  test(`serves manifest and icons with their types by ${name}`, { tag: '@nightly' }, async ({ request }) => {
    const { url, stop } = await vite(args)
    try {
      for (const locale of ['en-US', 'zh-CN']) {
        const manifest = await request.get(`${url}/manifest.${locale}.webmanifest`)
        expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/)
        expect(await manifest.text()).toBe(readFileSync(`web/public/manifest.${locale}.webmanifest`, 'utf8'))
      }
      const icon = await request.get(`${url}/icons/maskable-512.png`)
      expect(icon.headers()['content-type']).toBe('image/png')
    } finally {
      await stop()
    }
  })
}

test('declares a standalone window for iOS', async ({ page }) => {
  await page.goto('/')
  const capable = page.locator('meta[name$="mobile-web-app-capable"]')
  expect(await capable.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))).toEqual([
    'yes',
    'yes',
  ])
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute(
    'content',
    'Handsfree',
  )
})
