import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { requireBrowser } from './tools/browser.ts'
import { freePort } from './tools/built-server.ts'
import { drawCameraFilm } from './tools/camera-film.ts'

/** Port of the built server: `E2E_PORT` or a free one. Workers also load this file and inherit the variable. */
process.env.E2E_PORT ??= String(await freePort())
const port = Number(process.env.E2E_PORT)
const baseURL = `http://localhost:${port}`

/** Data and camera film of this run. Workers also load this file and inherit the folder. */
function ownFolder(): string {
  const handedDown = process.env.E2E_FOLDER
  if (handedDown) return handedDown
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-e2e-'))
  drawCameraFilm(`${baseURL}/order/create/demo-hotel-desk`, join(folder, 'camera.y4m'))
  process.env.E2E_FOLDER = folder
  process.env.HANDSFREE_TEST_TEMPLATE ??= join(folder, 'template.tar')
  return folder
}
const folder = ownFolder()

/** Workers don't get these arguments, so pass them on in the environment. */
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
/** Grants camera access without a prompt, and shows the demo desk's QR code. */
const fakeCamera = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${join(folder, 'camera.y4m')}`,
]

const journeys = '{e2e,nightly/journeys}/**/*.spec.ts'
/** Rare flows, by folder or tag. */
const rare = /@nightly|nightly\/journeys/
const inChinese = /zh-CN/

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/e2e/read-aloud/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  // With two workers, a quarter of two cores idles while pages wait for the server and its clock.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Tests that pass on the retry are reported as flaky.
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
    // Skips animations; the whole trip plays them.
    reducedMotion: 'reduce',
    // Playwright can't intercept a service worker's requests, so only its own test allows it.
    serviceWorkers: 'block',
    // Tracing takes a tenth of each test's time; `--trace on` enables it.
    trace: 'off',
    screenshot: 'only-on-failure',
    permissions: ['camera'],
    launchOptions: { executablePath, args: [...quietBrowser, ...fakeCamera] },
  },
  projects: [
    // Files start in the order of their names: the trip is numbered, because it takes the longest.
    { name: 'e2e', testMatch: 'e2e/**/*.spec.ts', grepInvert: [rare, inChinese] },
    { name: 'trip', testMatch: 'e2e/1-whole-trip.spec.ts', grepInvert: inChinese },
    { name: 'journeys', testMatch: journeys, grep: rare, grepInvert: inChinese },
    { name: 'languages', testMatch: journeys, grep: inChinese },
    { name: 'screens', testMatch: 'nightly/screens/**/*.spec.ts' },
  ],
  webServer: {
    // `npm test` has built before.
    command: `${process.env.HANDSFREE_BUILT ? '' : 'npx tsx scripts/build.ts && '}npx tsx tests/e2e/template.ts && exec node server/dist/main.js`,
    url: `${baseURL}/ready`,
    env: {
      PORT: String(port),
      HANDSFREE_DATA: join(folder, 'data'),
      // Orders must stay as a test left them. Autopilot tests start their own server.
      HANDSFREE_AUTOPILOT: 'off',
      // Lets tests set their IP address like a proxy.
      TRUSTED_PROXY: 'loopback',
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    // Includes rebuilding a stale build.
    timeout: 180_000,
  },
})
