import { chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../../tools/browser.ts'
import { takePhotos } from '../e2e/photos.ts'
import { fillOrder, nameCollector, pay, reviewAndSignIn } from '../e2e/trip.ts'
import { wordsOf } from '../e2e/words.ts'
import { measureTraffic, type Traffic } from './traffic.ts'

const say = wordsOf('en-US')

const home = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('link', { name: say('home.scan') }).waitFor()
}

const journey = async (page: Page) => {
  await home(page)
  await page.getByRole('link', { name: say('home.scan') }).click()
  await page.getByRole('button', { name: say('scan.typeCode') }).click()
  await page.getByRole('textbox', { name: say('scan.code'), exact: true }).fill('demo-hotel-desk')
  await page.getByRole('button', { name: say('scan.useCode') }).click()
  await nameCollector(page, say)
  await fillOrder(page, say, { place: 'Hongqiao Railway Station', photos: await takePhotos() })
  await reviewAndSignIn(page, say)
  await pay(page)
  await page.getByText(say('freshness.live'), { exact: true }).waitFor()
}

/** Traffic of a visitor's first page and of a whole order, in a real browser against the built server. */
export async function measureVisits(baseURL: string): Promise<{ firstLoad: Traffic; journey: Traffic }> {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--use-fake-ui-for-media-stream'],
  })
  try {
    return {
      firstLoad: await measureTraffic(browser, baseURL, home),
      journey: await measureTraffic(browser, baseURL, journey),
    }
  } finally {
    await browser.close()
  }
}
