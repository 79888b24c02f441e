import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { orderCalendar } from '@handsfree/core/calendar'
import { emptyCatalogue } from '@handsfree/core/catalogue'
import {
  type Catalogue,
  type Locale,
  locales,
  operatorApplyCatalogue,
  operatorCloseEntry,
  operatorPreviewBrand,
  operatorReview,
  sendEmailCode,
  startCrewPasskey,
  startPasskey,
  subscribePush,
  updateProfile,
} from '@handsfree/core/contract'
import { loadMessages } from '@handsfree/core/i18n'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawSheet } from '../../../clients/operator/qr-sheet.ts'
import { exportZip } from '../../../server/domain/account/export-zip.ts'
import { sendPhoneChanged } from '../../../server/domain/account/key-messages.ts'
import { brandName, createBrandFormatter } from '../../../server/domain/catalogue/brand.ts'
import { paymentSubject } from '../../../server/domain/payments/reserve-session.ts'
import { messageTexts, preparedText } from '../../../server/domain/texts/texts.ts'
import { sendDueMails } from '../../../server/flows/send-mails.ts'
import { sendDuePushes } from '../../../server/flows/send-pushes.ts'
import { sendDueTextMessages } from '../../../server/flows/send-text-messages.ts'
import { codeText } from '../../../server/runtime/sms/sms.ts'
import { requireBuilt } from '../../../tools/builds.ts'
import { routeTable } from '../../../web/route-table.ts'
import { listenHere } from '../../listen-here.ts'
import { newIp, startServer, type TestServer } from '../harness.ts'
import { mailbox, serveMail } from '../mailbox.ts'
import { createPushDevice, messagesTo } from '../soft-push.ts'
import { newTraveller, operate, operatorToken } from '../trip.ts'

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path fill="${color}" d="M0 0h90v30H0z"/></svg>`
const brand: Catalogue['brands'][number] = {
  brandId: 'test',
  name: { 'en-US': 'Testbags', 'zh-CN': '试行李' },
  color: { light: '#1d4ed8', dark: '#93b4ff' },
  logo: { light: svg('#1d4ed8'), dark: svg('#93b4ff') },
  icon: svg('#ff0000'),
  from: null,
  closed: false,
}

/** Names of code, and of the demo's company and places. */
const technicalNames = [/@handsfree\b/g, /Handsfree (?:Demo Ltd|Storage|武林|人民)/g]
/** Finds the product's name in a text, with its surroundings. */
const productIn = (text: string): string[] =>
  technicalNames.reduce((left, name) => left.replaceAll(name, ''), text).match(/.{0,40}handsfree.{0,20}/gi) ??
  []

let smtp: Server
let server: TestServer
const apply = (brands: Catalogue['brands']) =>
  server.call(operatorApplyCatalogue, {
    body: { catalogue: { ...emptyCatalogue(), brands }, dryRun: false },
    token: operatorToken,
  })

beforeAll(async () => {
  requireBuilt('web')
  smtp = createServer(serveMail)
  server = await startServer({
    smtp: {
      url: `smtp://127.0.0.1:${await listenHere(smtp)}`,
      from: 'receipts@bags.example',
      requireTls: false,
    },
    publicUrl: 'https://bags.example',
  })
  expect((await apply([brand])).result).toEqual([
    { kind: 'brands', id: 'test', change: 'created', fields: [] },
  ])
})
afterAll(async () => {
  await server.close()
  smtp.close()
})

const get = (url: string, locale: Locale = 'en-US', headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url,
    headers: { 'accept-language': locale, ...headers },
    remoteAddress: newIp(),
  })

const pages = [
  ...routeTable.map(({ path }) => path.replace(/:\w+/g, 'unknown')),
  '/service/medical',
  '/order/create/demo-hotel-desk',
  '/no/such/page',
  '/index.html',
  '/crew',
  '/crew/office/catalogue',
  '/kiosk?qr=demo-hotel-desk',
]

describe.each(locales)('a brand in %s', (locale) => {
  const name = brand.name[locale]

  test.each(pages)('shows no other name on %s', async (path) => {
    for (const cookie of ['', 'account=yes']) {
      const { body, headers } = await get(path, locale, { cookie })
      expect(productIn(body)).toEqual([])
      expect(body).toMatch(new RegExp(`<title>(?:[^<]+ · )?${name}(?: Crew)?</title>`))
      const [, colors = ''] = /<style id="brand-colors">([^<]*)/.exec(body) ?? []
      expect(colors).toMatch(path.startsWith('/crew') ? /--pine:#1[\da-f]{5};/ : /--pine:#1d4ed8;/)
      const hash = createHash('sha256').update(colors).digest('base64')
      expect(headers['content-security-policy']).toMatch(/style-src 'self' [^;]*'sha256-/)
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      expect(headers['content-security-policy']).not.toContain('unsafe')
    }
  })

  test('names the manifest and its icons', async () => {
    const { name: shown, short_name, icons } = (await get(`/manifest.${locale}.webmanifest`)).json()
    expect([shown, short_name]).toEqual([name, name])
    expect(icons).toHaveLength(4)
    for (const { src, sizes } of icons) {
      const { rawPayload, headers } = await get(src)
      const { width, height } = await sharp(rawPayload).metadata()
      expect([`${width}x${height}`, headers['content-type']]).toEqual([sizes, 'image/png'])
      expect(headers['cache-control']).toContain('immutable')
    }
  })

  test('shows no other name in messages', async () => {
    const intl = await createBrandFormatter(server.services.db, server.services, locale)
    const own = Object.entries(await loadMessages(locale)).filter(([key]) => key !== 'common.app_title')
    expect(own.flatMap(([, text]) => productIn(text))).toEqual([])
    expect(intl.formatMessage({ id: 'common.app_title' })).toBe(name)
    expect(intl.formatMessage({ id: 'push.installTitle' })).toContain(name)
    expect(intl.formatMessage({ id: 'scan.allowCamera' })).toBe(
      { 'en-US': 'Allow Testbags to access your Camera', 'zh-CN': '请允许试行李使用您的相机' }[locale],
    )
  })

  test('shows no other name in text messages', async () => {
    const facts = {
      brand: await brandName(server.services.db, server.services, locale),
      orderNumber: 'HF 1',
      pieces: 2,
      from: 'A',
      to: 'B',
      hotline: '1',
      hasArrived: true,
      link: 'https://bags.example/x',
      arrival: '',
      isPaid: true,
      isDelayRefunded: true,
      returnReason: null,
    }
    const texts = [
      ...Object.values(messageTexts[locale]).map((text) => text(facts)),
      preparedText[locale](facts),
      codeText[locale]('123456', facts.brand),
    ]
    for (const text of texts) expect([text.includes(name), productIn(text)]).toEqual([true, []])
  })

  test('shows no other name in mail, push messages, PDF, calendar, export and passkeys', async () => {
    mailbox.mails = []
    server.pushes.length = 0
    server.texts.length = 0
    const ada = await newTraveller(server, locale)
    const { token } = ada
    await server.call(updateProfile, { token, body: { name: 'Ada', email: `ada-${locale}@example.com` } })
    await server.call(sendEmailCode, { body: { email: `new-${locale}@example.com` }, locale, ip: newIp() })
    const device = createPushDevice()
    await server.call(subscribePush, {
      token,
      body: { subscription: device.subscription, locale, kinds: ['trip', 'payment', 'claim'] },
      headers: { host: 'bags.example' },
    })
    const order = await ada.paidOrder()
    await operate(server, operatorReview, order.orderId, { result: 'reject', reason: 'No' })
    await sendDueMails(server.services)
    await sendDuePushes(server.services)
    await sendDueTextMessages(server.services)
    const phone = { dialCode: '86', phoneNumber: '13800000000' }
    await sendPhoneChanged(server.services, server.app.log, {
      phone,
      email: `ada-${locale}@example.com`,
      locale,
    })

    expect(mailbox.mails.length).toBeGreaterThan(2)
    const mails = mailbox.mails.map((mail) => mail.replace(/=\n/g, ''))
    const pushes = messagesTo(device, server.pushes)
    expect(pushes.length).toBeGreaterThan(0)
    expect(server.texts.map(({ text }) => text).join()).toContain(name)

    const pdf = await get(`/api/orders/${order.orderId}/receipt.pdf`, locale, { token: `Bearer ${token}` })
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true })
    expect(text.replaceAll(/\s/g, '')).toContain(name)

    const intl = await createBrandFormatter(server.services.db, server.services, locale)
    const calendar = orderCalendar(intl, order, Date.parse('2026-11-21T02:00:00Z'))
    expect(calendar).toContain(`PRODID:-//${name}//${name}//EN`)

    const zip = await buffer(await exportZip(server.services, ada.uin))
    const passkey = await server.call(startPasskey, { token, body: {}, locale })
    expect(passkey.result).toMatchObject({ rp: { name } })
    const crewPasskey = await server.call(startCrewPasskey, { token: operatorToken, body: {}, locale })
    expect(await paymentSubject(server.services, order.orderNumber, locale)).toBe(
      `${name} ${order.orderNumber}`,
    )
    const all = [
      ...mails,
      JSON.stringify(pushes),
      ...server.texts.map((sent) => sent.text),
      text,
      String(pdf.headers['content-disposition']),
      calendar,
      zip.toString('latin1'),
      JSON.stringify([passkey.result, crewPasskey.result]),
    ]
    expect(all.flatMap(productIn)).toEqual([])
  })
})

test('draws sheets in the brand’s name and color', async () => {
  const messages = { 'en-US': await loadMessages('en-US'), 'zh-CN': await loadMessages('zh-CN') }
  const content = {
    qrId: 'desk',
    url: 'https://bags.example/order/create/desk',
    siteName: brand.name,
    roomNumber: null,
  }
  const [plain, own] = await Promise.all(
    [null, brand].map((shown) => drawSheet({ brand: shown, ...content }, messages)),
  )
  expect(own!.shapes[1]!.colour).toBe('#1d4ed8')
  expect(own!.shapes[1]!.path).not.toBe(plain!.shapes[1]!.path)
})

test('imports the same version again without a change', async () => {
  expect((await apply([brand])).result).toEqual([])
})

test('serves a brand’s pictures under its version only', async () => {
  const { body } = await get('/')
  const [src = ''] = /\/brand\/test\.[\da-f]{16}\/logo\.svg/.exec(body) ?? []
  expect((await get(src)).body).toBe(svg('#1d4ed8'))
  expect((await get(src)).headers['content-type']).toBe('image/svg+xml')
  for (const path of [
    src.replace('logo', 'other'),
    src.replace(/\.[\da-f]{16}/, `.${'0'.repeat(16)}`),
    '/brand/x/y',
  ])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('shows a closed version no longer, and the previous one again', async () => {
  const from = new Date(server.services.now().getTime()).toISOString()
  const next = { ...brand, brandId: 'next', name: { 'en-US': 'Nextbags', 'zh-CN': '新行李' }, from }
  const titleOf = async () => /<title>([^<]*)/.exec((await get('/')).body)?.[1]
  const pass = () => server.clock.advance(1_000)
  expect((await apply([next])).code).toBe(0)
  pass()
  expect(await titleOf()).toBe('Nextbags')
  await server.call(operatorCloseEntry, { body: { kind: 'brands', id: 'next' }, token: operatorToken })
  pass()
  expect(await titleOf()).toBe('Testbags')
  await server.call(operatorCloseEntry, { body: { kind: 'brands', id: 'test' }, token: operatorToken })
  pass()
  expect(await titleOf()).toBe('Handsfree')
  expect((await get('/')).body).not.toContain('id="brand"')
  await apply([brand])
  pass()
})

describe('a preview', () => {
  const draft = {
    ...brand,
    brandId: 'draft',
    name: { 'en-US': 'Draftbags', 'zh-CN': '草稿行李' },
    closed: true,
  }
  const linkTo = async (brandId: string) =>
    (await server.call(operatorPreviewBrand, { body: { brandId }, token: operatorToken })).result?.path ?? ''
  const cookieOf = async (path: string) => {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location]).toEqual([303, '/'])
    return String(headers['set-cookie']).split(';')[0] ?? ''
  }
  const titleWith = async (cookie: string) =>
    /<title>([^<]*)/.exec((await get('/', 'en-US', { cookie })).body)?.[1]

  test('shows a draft to the browser that opened its link, for an hour', async () => {
    await apply([draft])
    const cookie = await cookieOf(await linkTo('draft'))
    expect(await titleWith(cookie)).toBe('Draftbags')
    expect((await get('/', 'en-US', { cookie })).headers['cache-control']).toBe('private, no-cache')
    expect((await get('/crew', 'en-US', { cookie })).body).toContain('<title>Draftbags Crew')
    expect((await get('/index.html', 'en-US', { cookie })).body).toContain('<title>Testbags')
    expect(await titleWith('')).toBe('Testbags')
    server.clock.advance(60 * 60_000)
    expect(await titleWith(cookie)).toBe('Testbags')
  })

  test('ends with an expired or forged link', async () => {
    const path = await linkTo('test')
    const forged = path.replace('/test.', '/draft.')
    expect(await cookieOf(forged)).toBe('brand=')
    expect(await titleWith(`brand=${forged.split('/').at(-1)}`)).toBe('Testbags')
    expect(await cookieOf('/brand/preview/end')).toBe('brand=')
  })

  test('has no link for an unknown version', async () => {
    expect(
      await server.call(operatorPreviewBrand, { body: { brandId: 'x' }, token: operatorToken }),
    ).toMatchObject({ status: 404, code: 1002 })
  })
})
