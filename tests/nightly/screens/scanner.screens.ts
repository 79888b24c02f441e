import { expect, type Page } from '@playwright/test'
import { encode } from 'uqr'
import type { ModelEvent } from '../../../statecharts/paths/graph.ts'
import { photographQrCode } from '../../e2e/qr-picture.ts'
import { typeIn } from '../../e2e/type-in.ts'
import { qrSite } from '../../unit/models/samples.ts'
import { scannerModel } from '../../unit/models/scanner.model.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

/** A fake camera: requests wait for the test's answer, and its picture is a canvas. */
type Camera = {
  answer: (refusal: string | null) => void
  show: (rows: boolean[][]) => void
}
declare global {
  interface Window {
    camera: Camera
    releasePicture: () => void
  }
}

function standIn() {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 480
  const pen = canvas.getContext('2d')
  let shown: boolean[][] = []
  const draw = () => {
    if (!pen) return
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 480, 480)
    pen.fillStyle = '#000'
    const cell = Math.floor(400 / (shown.length || 1))
    for (const [y, row] of shown.entries())
      for (const [x, dark] of row.entries()) if (dark) pen.fillRect(40 + x * cell, 40 + y * cell, cell, cell)
    requestAnimationFrame(draw)
  }
  draw()
  let settle: Camera['answer'] = () => {}
  window.camera = {
    answer: (refusal) => settle(refusal),
    show: (rows) => {
      shown = rows
    },
  }
  navigator.mediaDevices.getUserMedia = () =>
    new Promise((granted, refused) => {
      settle = (refusal) =>
        refusal === null ? granted(canvas.captureStream(30)) : refused(new DOMException('', refusal))
    })
  // Decodes a picture only after a step allows it.
  const decode = window.createImageBitmap.bind(window)
  window.createImageBitmap = (async (...args: [ImageBitmapSource]) => {
    await new Promise<void>((go) => {
      window.releasePicture = go
    })
    return decode(...args)
  }) as typeof window.createImageBitmap
}

const ours = (page: Page) => new URL('/order/create/demo-hotel-desk?t=1', page.url()).href
const foreign = 'https://elsewhere.example/menu'

const answerCamera =
  (refusal: string | null) =>
  async ({ page }: Visit) => {
    if (refusal === 'barred') {
      await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    }
    await page.evaluate((name) => window.camera.answer(name), refusal)
  }

const show = (page: Page, text: string | null) =>
  page.evaluate((rows) => window.camera.show(rows), text === null ? [] : encode(text, { ecc: 'M' }).data)

const inState = (region: string, state: string) => `looking.${region}.${state}`

/** The scanner with a camera that the test controls. */
export const scannerScreens: HeldScreens = {
  model: scannerModel,
  pages: { opened: '/qr-code/scan' },
  calls: { checkCode: 'GET /sites/qr/demo-hotel-desk' },
  sentFor: () => ({ ...qrSite, qrId: 'demo-hotel-desk' }),
  prepare: (page) => page.addInitScript(standIn),
  // One way at a time: the typing field covers the page, and pictures are decoded alone.
  can: ({ snapshot }, { type, kind, label }: ModelEvent) => {
    const isPicture = !snapshot.matches({ looking: { picture: 'none' } })
    const isTyping = !snapshot.matches({ looking: { typing: 'pristine' } })
    const isAsking = snapshot.matches({ looking: { camera: { on: 'asking' } } })
    // The browser grants or denies the camera once.
    if (kind === 'tell' && type.startsWith('camera.') && !isAsking) return false
    const isSeen = type.startsWith('camera.') || type === 'scan.again' || type === 'code.read'
    if (isSeen || type === 'picture.choose') return !isTyping && !isPicture
    // The album's only picture shows a foreign code.
    if (type.endsWith('actor.readPicture')) return label === 'foreign'
    const isChecking = snapshot.matches({ looking: { typing: 'checking' } })
    return type !== 'code.type' || !(isPicture || isChecking)
  },
  unseen: { 'looking.picture.unreadable': 'The reading throws: its journey shows it.' },
  parts: ({ snapshot: { value } }) =>
    typeof value === 'object' ? Object.entries((value as { looking: object }).looking) : [value],
  acts: {
    'camera.granted': answerCamera(null),
    'camera.refused': answerCamera('NotAllowedError'),
    'camera.missing': answerCamera('NotFoundError'),
    'camera.barred': answerCamera('barred'),
    'camera.retry': ({ tap }) => tap(say('scan.retryCamera')),
    'code.read': async ({ page, text }, { event }) => {
      const isOurs = event.label === 'ours'
      await show(page, isOurs ? ours(page) : foreign)
      if (!isOurs) await text(say('scan.foreign')).waitFor()
      if (!isOurs) await show(page, null)
    },
    'code.type': async ({ tap, field, button }, { event }) => {
      if (!(await field(say('scan.code')).isVisible())) await tap(say('scan.typeCode'))
      await typeIn(field(say('scan.code')), event.event.text)
      await button(say('scan.useCode')).click()
    },
    'code.discard': ({ page }) => page.keyboard.press('Escape'),
    'scan.again': ({ tap }) => tap(say('scan.again')),
    'picture.choose': async ({ page }) => {
      await page.locator('input[type=file]').setInputFiles(await photographQrCode(foreign))
    },
    'xstate.done.actor.readPicture': ({ page }) => page.evaluate(() => window.releasePicture()),
  },
  states: {
    [inState('camera', 'on.asking')]: ({ expectVisible, text }) =>
      expectVisible(text(say('scan.allowCamera'))),
    [inState('camera', 'on.scanning')]: ({ expectVisible, text }) => expectVisible(text(say('scan.hint'))),
    [inState('camera', 'on.foreign')]: ({ expectVisible, text }) =>
      expectVisible(text(say('scan.foreign')), text(say('scan.again'))),
    [inState('camera', 'denied')]: ({ expectVisible, text }) => expectVisible(text(say('scan.allowCamera'))),
    [inState('camera', 'missing')]: ({ expectVisible, text }) => expectVisible(text(say('scan.noCamera'))),
    [inState('camera', 'barred')]: ({ expectVisible, text }) => expectVisible(text(say('scan.barred'))),
    [inState('picture', 'reading')]: ({ expectBusy }) => expectBusy(say('scan.readingPicture')),
    [inState('picture', 'foreign')]: ({ expectVisible, text }) =>
      expectVisible(text(say('scan.foreignPicture'))),
    [inState('typing', 'wrong')]: ({ expectVisible, text }) => expectVisible(text(say('scan.wrongCode'))),
    [inState('typing', 'checking')]: ({ expectBusy }) => expectBusy(say('scan.useCode')),
    [inState('typing', 'unknown')]: ({ expectVisible, text }) => expectVisible(text(say('scan.unknownCode'))),
    found: ({ page }) => expect(page).toHaveURL(/\/order\/create\/demo-hotel-desk/),
  },
}
