import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { requireBrowser } from './tools/browser.ts'
import { freePort } from './tools/built-server.ts'
import { drawCameraFilm } from './tools/camera-film.ts'

/** Port of the built server: a free one, unless `E2E_PORT` names it. Workers read this file too and get the same one. */
process.env.E2E_PORT ??= String(await freePort())
const port = Number(process.env.E2E_PORT)
const baseURL = `http://localhost:${port}`

/** Data and camera film of this run. Workers read this file too: the folder is made once and handed down. */
function ownFolder(): string {
  const handedDown = process.env.E2E_FOLDER
  if (handedDown) return handedDown
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-e2e-'))
  drawCameraFilm(`${baseURL}/order/create/demo-hotel-desk`, join(folder, 'camera.y4m'))
  process.env.E2E_FOLDER = folder
  process.env.HANDSFREE_TEST_TEMPLATE = join(folder, 'template.tar')
  return folder
}
const folder = ownFolder()

/** Whether somebody wants to watch. Workers, which have no such argument, are told by the environment. */
if (['--headed', '--debug', '--ui'].some((flag) => process.argv.includes(flag))) process.env.E2E_HEADED = '1'
const executablePath = requireBrowser({ headed: process.env.E2E_HEADED === '1' })

const quietBrowser = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A camera that asks nobody and looks at the demo desk's QR code. */
const fakeCamera = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${join(folder, 'camera.y4m')}`,
]

const journeys = '{e2e,nightly/journeys}/**/*.spec.ts'
/** The longest test starts first, so that the others run beside it. */
const trip = /whole-trip/
/** What few travellers meet, by folder or by tag. */
const rare = /@nightly|nightly\/journeys/
/** The same journey in Chinese. */
const inChinese = /zh-CN/

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/e2e/read-aloud/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  // Two leave a quarter of two cores idle while pages wait for the server and its clock.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that passes only the second time is reported as flaky, by name.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    // Nobody waits for animations; the whole trip plays them.
    reducedMotion: 'reduce',
    // What a service worker fetches, a test cannot stand in for: only the test of the worker itself lets it in.
    serviceWorkers: 'block',
    // A trace costs every test a tenth of its time: `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    permissions: ['camera'],
    launchOptions: { executablePath, args: [...quietBrowser, ...fakeCamera] },
  },
  projects: [
    { name: 'trip', testMatch: 'e2e/whole-trip.spec.ts', grepInvert: inChinese },
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', grepInvert: [trip, rare, inChinese] },
    { name: 'journeys', testMatch: journeys, grep: rare, grepInvert: inChinese },
    { name: 'languages', testMatch: journeys, grep: inChinese },
    { name: 'screens', testMatch: 'nightly/screens/**/*.spec.ts' },
  ],
  webServer: {
    command: 'npx tsx scripts/build.ts && npx tsx tests/e2e/template.ts && exec node server/dist/main.js',
    url: `${baseURL}/ready`,
    env: {
      PORT: String(port),
      HANDSFREE_DATA: join(folder, 'data'),
      // An order stands as a test has left it. A test of the autopilot starts a server of its own.
      HANDSFREE_AUTOPILOT: 'off',
      // Tests may come from addresses of their own, as through a proxy.
      TRUSTED_PROXY: 'loopback',
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    // A stale build is built again first.
    timeout: 180_000,
  },
})
