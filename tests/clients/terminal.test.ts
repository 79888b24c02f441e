import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '@handsfree/core/api'
import { loadMessages, type MessageKey } from '@handsfree/core/language'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../server/settings.ts'
import { startServer } from '../../server/start.ts'
import { startTerminal, type Terminal } from './terminal/driver.ts'
import { createWords } from './terminal/step.ts'

const folder = mkdtempSync(join(tmpdir(), 'handsfree-terminal-'))
const photo = join(folder, 'bag.jpg')
let server: Awaited<ReturnType<typeof startServer>>
let url = ''
const running: Terminal[] = []

beforeAll(async () => {
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5c4a' } })
    .jpeg()
    .toFile(photo)
  const settings = readSettings({
    PORT: '0',
    HANDSFREE_DATA: join(folder, 'data'),
    HANDSFREE_AUTOPILOT: 'surcharge',
  })
  server = await startServer(settings, { pace: 0 })
  url = `http://localhost:${server.port}`
})

afterEach(() => {
  for (const terminal of running.splice(0)) terminal.kill()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (...args: string[]) => {
  const terminal = startTerminal(['--url', url, ...args])
  running.push(terminal)
  return terminal
}

const wordsIn = async (locale: Locale) => {
  const intl = createWords(locale, await loadMessages(locale))
  return (id: MessageKey, values = {}) => intl.formatMessage({ id }, values)
}
type Words = Awaited<ReturnType<typeof wordsIn>>

/** From the phone to the profile, with a wrong number and a wrong code on the way. */
async function signIn({ see, answer }: Terminal, words: Words, phoneNumber: string) {
  await answer(words('signIn.phone'), '12')
  await see(words('authProblem.invalidPhone'))
  await answer(words('signIn.phone'), `+86${phoneNumber}`)
  const shown = await see(words('terminal.codeHint'))
  const code = /\d{6}/.exec(shown)?.[0] ?? ''
  await answer(words('code.label', { digits: 6 }), code === '111111' ? '222222' : '111111')
  await see(words('authProblem.wrongCode', { triesLeft: 2 }))
  await answer(words('code.label', { digits: 6 }), code)
  await answer(words('profileInit.title'), 'Ada')
}

/** Place to place of ours, or to an address of the traveller's own. */
async function choosePlaces({ answer }: Terminal, words: Words, isOwn: boolean) {
  await answer(words('home.title'), words('home.scan'))
  await answer(words('orderForm.from'), '99')
  await answer(words('terminal.notOneOfThem', { count: 7 }), '1')
  await answer(words('orderForm.noDelivery'), words(isOwn ? 'orderForm.useOwnAddress' : 'siteSearch.keyword'))
  await answer(words(isOwn ? 'orderForm.address' : 'siteSearch.keyword'), isOwn ? '1 Lake Road' : '')
  if (isOwn) await answer(words('orderForm.addressDetail'), '3 F')
  else await answer(words('common.back'), '1')
}

async function chooseTimesAndBags({ answer }: Terminal, words: Words) {
  await answer(words('orderForm.pickupDay'), '2')
  await answer(words('orderForm.pickupTime'), '14:00')
  await answer(words('orderForm.deliveryDay'), '1')
  await answer(words('orderForm.deliveryTime'), '18:00')
  await answer(words('orderForm.pieces'), '2')
}

/** From the value of a bag to the order that is sent. */
async function finish({ answer, see }: Terminal, words: Words) {
  await answer(words('orderForm.declaredValue'), '')
  await answer(words('orderForm.receiver'), words('orderForm.receiver.me'))
  await answer(words('orderForm.receiverName'), '')
  await answer(words('orderForm.receiverPhone'), '')
  await answer(words('orderForm.remarks'), 'fragile')
  await answer(words('orderForm.agreeToTerms'), '1')
  await see('fragile')
  await see('¥98.00')
  await answer(words('orderConfirm.title'), '1')
}

describe.each([
  ['en-US', '1', false, '13800138001'],
  ['zh-CN', '2', true, '13800138002'],
] as const)('in %s', (locale, languageChoice, isOwn, phoneNumber) => {
  const store = join(folder, `${locale}.json`)

  test('a whole trip: signs in, sends two bags, pays, pays for the third, follows them to the door', async () => {
    const words = await wordsIn(locale)
    const terminal = start('--store', store, '--pay')
    const { see, answer } = terminal
    await answer('1 to 2', languageChoice)
    await signIn(terminal, words, phoneNumber)
    await choosePlaces(terminal, words, isOwn)
    await chooseTimesAndBags(terminal, words)
    await answer(words('terminal.photoPath'), join(folder, 'nothing.jpg'))
    await answer(words('photoProblem.unreadable'), words('photo.remove', { number: 1 }))
    await answer(words('terminal.photoPath'), `'${photo}'`)
    await answer(words('terminal.photoPath'), '')
    await finish(terminal, words)
    await see('/sandbox/pay/')
    await see(words('payment.paidTitle'))
    await see(words('trace.created'))
    await see(words('orderTag.claimCode'))
    await answer(words('surcharge.title', { more: 1 }), '1')
    await see(words('payment.paidTitle'))
    // Each arrives by itself, while it lasts.
    await see(words('orderStatus.in_transit'))
    await see(words('orderStatus.handed'))
    await answer(words('home.title'), words('home.menu.orders'))
    await answer(words('orders.title'), words('common.back'))
    await see(words('home.title'))
    expect(await terminal.interrupt()).toBe(0)
    expect(terminal.output()).toContain(words('terminal.kept'))
    expect(statSync(store).mode & 0o777).toBe(0o600)
  })

  test('a restart goes on where it was; an order that is not paid is cancelled; the way out', async () => {
    const words = await wordsIn(locale)
    const before = start('--store', store)
    await choosePlaces(before, words, isOwn)
    await chooseTimesAndBags(before, words)
    await before.see(words('terminal.photoPath'))
    expect(await before.interrupt()).toBe(0)

    const terminal = start('--store', store)
    const { see, answer } = terminal
    for (const question of [
      'noDelivery',
      'pickupDay',
      'pickupTime',
      'deliveryDay',
      'deliveryTime',
      'pieces',
    ] as const) {
      await answer(words(`orderForm.${question}`), '')
    }
    await answer(words('terminal.photoPath'), photo)
    await answer(words('terminal.photoPath'), '')
    await finish(terminal, words)
    await answer(words('payment.atProviderTitle'), words('payment.seeOrder'))
    await see(words('orderStatus.pending_payment'))
    await answer(words('cancellation.start'), words('cancellation.start'))
    await see(words('cancellation.nothingPaid'))
    await answer(words('cancellation.title'), '1')
    await see(words('orderStatus.cancelled'))
    await answer(words('home.title'), words('account.signOut'))
    await see(words('signedOut.request'))
    expect(await terminal.exit).toBe(0)
  })
})

test('a server that does not answer: says so, and asks again', async () => {
  const words = await wordsIn('en-US')
  const terminal = startTerminal([
    '--url',
    'http://127.0.0.1:9',
    '--store',
    join(folder, 'none.json'),
    '--lang',
    'en-US',
  ])
  running.push(terminal)
  await terminal.answer(words('signIn.phone'), '+8613800138003')
  await terminal.see(words('error.network'))
  await terminal.answer(words('signIn.phone'), '')
  await terminal.see(words('error.network'))
  expect(await terminal.interrupt()).toBe(0)
})

test('called wrongly, it says how', async () => {
  const terminal = start('--lang', 'fr')
  expect(await terminal.exit).toBe(2)
  expect(terminal.output()).toContain('npm run terminal')
})
