import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { encode, renderSVG } from 'uqr'
import { expectAccessible } from '../checks.ts'
import { path, test } from '../own-address.ts'
import { photographQrCode } from '../qr-picture.ts'
import { typeIn } from '../type-in.ts'
import { type Locale, wordsOf } from '../words.ts'

const say = wordsOf('en-US')
const formOf = (qrId: string) => path(`/order/create/${qrId}`)
const foreignCode = 'https://elsewhere.example/order/create/demo-airport'

declare global {
  interface Window {
    cameraTracks: MediaStreamTrack[]
    breakCamera: string | null
  }
}

/** Records every camera track for the test; `failure` makes the next camera fail. */
const watchCamera = (page: Page, failure: string | null = null) =>
  page.addInitScript((name) => {
    window.cameraTracks = []
    window.breakCamera = name
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      if (window.breakCamera) throw new DOMException('', window.breakCamera)
      const stream = await open(constraints)
      window.cameraTracks.push(...stream.getTracks())
      return stream
    }
  }, failure)

type Look = { ink: string; paper: string }
const darkOnLight: Look = { ink: '#111', paper: '#eee' }
const lightOnDark: Look = { ink: '#eee', paper: '#111' }

/** Replaces the camera's picture by these codes, side by side. */
const showCodes = (page: Page, texts: readonly string[], look = darkOnLight) => {
  const codes = texts.map((text) => encode(text, { border: 4 }))
  return page.addInitScript(
    ({ codes, look }) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas')
        canvas.width = 640
        canvas.height = 480
        const pen = canvas.getContext('2d') as CanvasRenderingContext2D
        const scale = Math.floor(440 / codes.reduce((sum, { size }) => sum + size, 0))
        const draw = () => {
          pen.fillStyle = look.paper
          pen.fillRect(0, 0, 640, 480)
          pen.fillStyle = look.ink
          let left = 100
          for (const { size, data } of codes) {
            data.forEach((row, y) => {
              row.forEach((dark, x) => {
                if (dark) pen.fillRect(left + x * scale, 20 + y * scale, scale, scale)
              })
            })
            left += size * scale
          }
          requestAnimationFrame(draw)
        }
        draw()
        return canvas.captureStream()
      }
    },
    { codes, look },
  )
}
const showCode = (page: Page, text: string) => showCodes(page, [text])

/** A browser with its own barcode detector, which finds only dark-on-light codes. */
const detectCodes = (page: Page, texts: readonly string[]) =>
  page.addInitScript((rawValues) => {
    const Detector = class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async (canvas: HTMLCanvasElement) => {
        const [light = 0] = canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []
        return light < 128 ? [] : rawValues.map((rawValue) => ({ rawValue }))
      }
    }
    Object.defineProperty(window, 'BarcodeDetector', { value: Detector })
  }, texts)

const tracks = (page: Page) => page.evaluate(() => window.cameraTracks.map(({ readyState }) => readyState))

test('reads the desk’s code, opens its form immediately, and turns the camera off', async ({ page }) => {
  await watchCamera(page)
  await page.goto('/qr-code/scan')
  await expect(page).toHaveURL(formOf('demo-hotel-desk'))
  expect(await tracks(page)).toEqual(['ended'])
  await expect(page.getByText('Lakeside Garden Hotel')).toBeVisible()
})

test('reads a light code on dark with the camera @nightly', async ({ page, baseURL }) => {
  await showCodes(page, [`${baseURL}/order/create/demo-airport`], lightOnDark)
  await page.goto('/qr-code/scan')
  await expect(page).toHaveURL(formOf('demo-airport'))
})

test('reads our code beside another with the camera @nightly', async ({ page }) => {
  await showCodes(page, ['demo-airport', foreignCode.slice(0, 20)])
  await page.goto('/qr-code/scan')
  await expect(page).toHaveURL(formOf('demo-airport'))
})

test('reads our light code on dark beside another with the browser’s barcode detector @nightly', async ({
  page,
  baseURL,
}) => {
  await detectCodes(page, [foreignCode, `${baseURL}/order/create/demo-airport`])
  await showCodes(page, ['drawn for its colours'], lightOnDark)
  await page.goto('/qr-code/scan')
  await expect(page).toHaveURL(formOf('demo-airport'))
})

for (const locale of ['en-US', 'zh-CN'] satisfies Locale[]) {
  test.describe(`a refused camera, in ${locale}`, () => {
    test.use({ locale, colorScheme: locale === 'zh-CN' ? 'dark' : 'light' })
    const words = wordsOf(locale)

    test('explains how to allow a refused camera, keeps the other ways, and works once it is allowed', async ({
      page,
    }) => {
      await watchCamera(page, 'NotAllowedError')
      await page.goto('/qr-code/scan')
      await expect(page.getByRole('heading', { name: words('scan.allowCamera') })).toBeVisible()
      await expect(page.getByText(words('scan.allowCameraDetail'))).toBeVisible()
      await expect(page.getByRole('button', { name: words('scan.choosePicture') })).toBeEnabled()
      await expect(page.getByRole('button', { name: words('scan.typeCode') })).toBeEnabled()
      await expectAccessible(page)
      await page.evaluate(() => {
        window.breakCamera = null
      })
      await page.getByRole('button', { name: words('scan.retryCamera') }).click()
      await expect(page).toHaveURL(formOf('demo-hotel-desk'))
    })
  })
}

for (const failure of ['NotFoundError', 'NotReadableError']) {
  test(`explains that no camera starts (${failure}) @nightly`, async ({ page }) => {
    await watchCamera(page, failure)
    await page.goto('/qr-code/scan')
    await expect(page.getByRole('heading', { name: say('scan.noCamera') })).toBeVisible()
    await expect(page.getByText(say('scan.noCameraDetail'))).toBeVisible()
    await expectAccessible(page)
  })
}

test('turns the camera off while the page is hidden, and when it is left @nightly', async ({ page }) => {
  await showCode(page, foreignCode)
  await watchCamera(page)
  await page.goto('/qr-code/scan')
  await expect(page.getByText(say('scan.foreign'))).toBeVisible()
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  expect(await tracks(page)).toEqual(['ended'])
  await hide(false)
  await expect.poll(() => tracks(page)).toEqual(['ended', 'live'])
  await page.getByRole('button', { name: say('common.back') }).click()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
  await expect.poll(() => tracks(page)).toEqual(['ended', 'ended'])
})

test.describe('without the camera', () => {
  test.beforeEach(async ({ page }) => {
    await watchCamera(page, 'NotAllowedError')
    await page.goto('/qr-code/scan')
  })

  test('reads a picture from the album, even a large one', async ({ page, baseURL }) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: say('scan.choosePicture') }).click()
    await (await chooser).setFiles(await photographQrCode(`${baseURL}/order/create/demo-airport`))
    await expect(page).toHaveURL(formOf('demo-airport'))
  })

  for (const picture of ['qr-inverted.png', 'qr-transparent.png', 'qr-two-codes.png'])
    test(`reads our code in ${picture} of the album @nightly`, async ({ page }) => {
      const album = page.getByLabel(say('scan.choosePicture')).and(page.locator('input'))
      await album.setInputFiles(fileURLToPath(new URL(`../files/${picture}`, import.meta.url)))
      await expect(page).toHaveURL(formOf('demo-hotel-desk'))
    })

  test('reads a drawing from the album @nightly', async ({ page, baseURL }) => {
    const album = page.getByLabel(say('scan.choosePicture')).and(page.locator('input'))
    const drawing = renderSVG(`${baseURL}/order/create/demo-airport`, { whiteColor: 'none' })
    await album.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await expect(page).toHaveURL(formOf('demo-airport'))
  })

  test('reads a typed code, and shows at its field that it is wrong', async ({ page }) => {
    await page.getByRole('button', { name: say('scan.typeCode') }).click()
    const field = page.getByRole('textbox', { name: say('scan.code') })
    await expect(field).toBeFocused()
    for (const wrong of ['', 'no code, at all', foreignCode]) {
      await typeIn(field, wrong)
      await field.press('Enter')
      await expect(page.getByText(say('scan.wrongCode'))).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    await expectAccessible(page)
    // Looked up before sign-in, in any case and grouping.
    await typeIn(field, 'demo-nowhere')
    await field.press('Enter')
    await expect(page.getByText(say('scan.unknownCode'))).toBeVisible()
    // Closing clears the error, and ignores a pending response.
    await page.route('**/api/sites/qr/demo-station', () => undefined)
    await typeIn(field, 'demo-station')
    await field.press('Enter')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: say('scan.typeCode') }).click()
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('button', { name: say('scan.useCode') })).toBeEnabled()
    await typeIn(field, '  DEMO - Guesthouse ')
    await page.getByRole('button', { name: say('scan.useCode') }).click()
    await expect(page).toHaveURL(formOf('demo-guesthouse'))
  })
})

test('returns from the scanned form to the page where the scan began @nightly', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    history.pushState(null, '', '/qr-code/scan')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(formOf('demo-hotel-desk'))
  await page.goBack()
  await expect(page).toHaveURL(/\/\?t=\d+$/)
})

for (const [title, width, height, textSize] of [
  ['under large text', 320, 640, '200%'],
  ['in landscape', 844, 390, '100%'],
] as const) {
  test(`shows the whole cut-out ${title} @nightly`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await showCode(page, foreignCode)
    await page.goto('/qr-code/scan')
    await expect(page.getByText(say('scan.foreign'))).toBeVisible()
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, textSize)
    const cutout = page.locator('[data-foreign]')
    await expect(cutout).toBeInViewport({ ratio: 1 })
    const seen = () =>
      cutout.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [0.05, 0.95].every(
          (y) => document.elementFromPoint(left + width / 2, top + height * y) === element,
        )
      })
    await expect.poll(seen).toBe(true)
  })
}

test('keeps the text of each button below the camera, and on a site’s page, on one line @nightly', async ({
  page,
}) => {
  await watchCamera(page, 'NotFoundError')
  await page.goto('/qr-code/scan')
  const boxes = (...names: string[]) =>
    Promise.all(names.map((name) => page.locator('a, button').filter({ hasText: name }).last().boundingBox()))
  const ways = [say('scan.choosePicture'), say('scan.typeCode'), say('scan.byName')]
  await expect(page.getByRole('button', { name: ways[1] })).toBeVisible()
  expect((await boxes(...ways)).map((box) => box?.height)).toEqual([52, 52, 52])
  await page.goto('/site/detail/lakeside-garden-hotel')
  // Hydration replaces the server's elements, so poll.
  const links = () => boxes(say('siteDetail.deliverTo'), say('siteDetail.sendFrom'))
  await expect.poll(async () => (await links()).map((box) => box?.height)).toEqual([52, 52])
  const [to, from] = await links()
  expect(to?.y).toBe(from?.y)
})
