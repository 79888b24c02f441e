import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorReview, subscribePush } from '@handsfree/core/contract'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDuePushes } from '../../../server/flows/send-pushes.ts'
import type { MailMessage } from '../../../server/runtime/mail/smtp.ts'
import { rehearsalMail } from '../../../server/runtime/rehearsal.ts'
import { startServer, type TestServer } from '../harness.ts'
import { createPushDevice, messagesTo } from '../soft-push.ts'
import { newTraveller, operate } from '../trip.ts'

const shell = '<!doctype html><html lang="en-US"><head></head><body><div id="root"></div></body></html>'
const route = (path: string, more = {}) => ({ path, only: null, words: [], scripts: [], styles: [], ...more })
const files = {
  routes: [route('/'), route('/404'), route('/trip/:token', { isSecret: true })],
  styles: [],
  words: { 'en-US': {}, 'zh-CN': {} },
}
const renderer = `
export const readPage = async () => ({})
export const renderPage = async ({ route }) => ({ html: '<p>' + route + '</p>', css: '', title: route, facts: {} })
`

const web = mkdtempSync(join(tmpdir(), 'handsfree-rehearsal-'))
let rehearsal: TestServer
let production: TestServer
beforeAll(async () => {
  for (const folder of ['.vite', '.server']) mkdirSync(join(web, folder))
  for (const page of ['index.html', 'crew.html']) writeFileSync(join(web, page), shell)
  writeFileSync(join(web, '.vite', 'page-files.json'), JSON.stringify(files))
  writeFileSync(join(web, '.server', 'server.js'), renderer)
  rehearsal = await startServer({ rehearsal: { smsNumbers: [] } }, { webFolder: web })
  production = await startServer({}, { webFolder: web })
})
afterAll(async () => {
  await rehearsal.close()
  await production.close()
  rmSync(web, { recursive: true, force: true })
})

const banner = /<link rel="stylesheet" href="(\/assets\/rehearsal-[\w-]+\.css)">/

test.each(['/', '/no/such/page', '/trip/AAAAAAAAAAAAAAAAAAAAAA', '/index.html', '/crew', '/crew/board'])(
  'shows a banner on %s in a rehearsal only',
  async (url) => {
    const page = await rehearsal.app.inject(url)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const [, path = ''] = banner.exec(page.body) ?? []
    const { statusCode, headers, body } = await rehearsal.app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(body).toMatch(/content:"Rehearsal: no real bags[^}]*}\n:root:lang\(zh\).*content:"演练环境/)
    // The policy of the page allows the stylesheet.
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")

    const opened = await production.app.inject(url)
    expect([opened.statusCode, banner.test(opened.body)]).toEqual([page.statusCode, false])
    expect((await production.app.inject(path)).statusCode).toBe(404)
  },
)

test('returns its stage on /health', async () => {
  expect((await rehearsal.app.inject('/health')).json()).toEqual({ status: 'ok', stage: 'rehearsal' })
  expect((await production.app.inject('/health')).json()).toEqual({ status: 'ok' })
})

test('marks receipts and push messages', async () => {
  const pushed: string[][] = []
  const receipts: string[] = []
  for (const server of [rehearsal, production]) {
    const ada = await newTraveller(server)
    const device = createPushDevice()
    await server.call(subscribePush, {
      token: ada.token,
      body: { subscription: device.subscription, locale: 'zh-CN', kinds: ['trip'] },
    })
    const { orderId } = await ada.paidOrder()
    await operate(server, operatorReview, orderId, { result: 'reject', reason: 'Wrong room.' })
    await sendDuePushes(server.services)
    pushed.push(messagesTo(device, server.pushes).map(({ notification }) => notification.title))
    const { rawPayload } = await server.app.inject({
      url: `/api/orders/${orderId}/receipt.pdf`,
      headers: { token: `Bearer ${ada.token}` },
    })
    receipts.push((await extractText(new Uint8Array(rawPayload), { mergePages: true })).text)
  }
  expect(pushed).toEqual([['【演练】抱歉，订单未通过审核'], ['抱歉，订单未通过审核']])
  expect(receipts.map((text) => text.startsWith('Rehearsal: no real bags, no real payments'))).toEqual([
    true,
    false,
  ])
})

test('marks mails in both languages', async () => {
  const sent: MailMessage[] = []
  const mail = rehearsalMail({ send: async (message) => void sent.push(message) })
  await mail.send({ to: 'ada@example.com', subject: 'Your receipt', text: 'text', html: 'html' })
  expect(sent).toEqual([
    { to: 'ada@example.com', subject: '[Rehearsal · 演练] Your receipt', text: 'text', html: 'html' },
  ])
})
