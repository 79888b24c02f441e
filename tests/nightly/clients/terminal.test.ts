import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '@handsfree/core/contract'
import { createFormatter, formatHour, loadMessages, type MessageKey } from '@handsfree/core/i18n'
import sharp from 'sharp'
import { afterAll, beforeAll, type onTestFinished, test } from 'vitest'
import { startInProcessServer } from '../../../tools/in-process-server.ts'
import { startTerminal, type Terminal } from './terminal-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'handsfree-terminal-'))
const photo = join(folder, 'bag.jpg')
let server: Awaited<ReturnType<typeof startInProcessServer>>
let url = ''

beforeAll(async () => {
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5c4a' } })
    .jpeg()
    .toFile(photo)
  server = await startInProcessServer({ HANDSFREE_AUTOPILOT: 'surcharge' })
  url = server.url
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (onFinished: typeof onTestFinished, ...args: string[]) => {
  const terminal = startTerminal(args)
  onFinished(terminal.kill)
  return terminal
}

const wordsIn = async (locale: Locale) => {
  const intl = createFormatter(locale, await loadMessages(locale))
  const words = (id: MessageKey, values = {}) => intl.formatMessage({ id }, values)
  return Object.assign(words, { hour: (time: string) => formatHour(time, intl) })
}
type Words = Awaited<ReturnType<typeof wordsIn>>

/** From the phone number to the profile, including a wrong number and a wrong code. */
async function signIn({ see, answer }: Terminal, words: Words, phoneNumber: string) {
  await answer(words('signIn.phone'), '12')
  await answer(words('orderForm.agreeAndContinue'), '1')
  await see(words('authProblem.invalidPhone'))
  await answer(words('signIn.phone'), `+86${phoneNumber}`)
  const shown = await see(words('terminal.codeHint'))
  const code = /\d{6}/.exec(shown)?.[0] ?? ''
  await answer(words('code.label', { digits: 6 }), code === '111111' ? '222222' : '111111')
  await see(words('authProblem.wrongCode', { triesLeft: 2 }))
  await answer(words('code.label', { digits: 6 }), code)
  await answer(words('profileInit.title'), 'Ada')
}

async function choosePlaces({ answer }: Terminal, words: Words, isOwn: boolean) {
  await answer(words('home.title'), words('home.scan'))
  await answer(words('orderForm.from'), '99')
  await answer(words('terminal.notOneOfThem', { count: 7 }), '1')
  await answer(words('orderForm.noDelivery'), words(isOwn ? 'orderForm.useOwnAddress' : 'siteSearch.keyword'))
  if (isOwn) await answer(words('orderForm.region'), '1')
  await answer(words(isOwn ? 'orderForm.address' : 'siteSearch.keyword'), isOwn ? '1 Lake Road' : '')
  if (isOwn) await answer(words('orderForm.addressDetail'), '3 F')
  else await answer(words('common.back'), '1')
}

async function chooseTimesAndBags({ answer }: Terminal, words: Words) {
  await answer(words('orderForm.pickupDay'), '2')
  await answer(words('orderForm.pickupTime'), words.hour('14:00'))
  await answer(words('orderForm.deliveryDay'), '1')
  await answer(words('orderForm.deliveryTime'), words.hour('18:00'))
  await answer(words('orderForm.pieces'), '2')
}

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

test.concurrent.for([
  { locale: 'en-US', languageChoice: '1', isOwn: false, phoneNumber: '13800138001' },
  { locale: 'zh-CN', languageChoice: '2', isOwn: true, phoneNumber: '13800138002' },
] as const)(
  'makes the whole trip in $locale',
  async ({ locale, languageChoice, isOwn, phoneNumber }, { expect, onTestFinished }) => {
    const words = await wordsIn(locale)
    const store = join(folder, `${locale}.json`)
    const visit = (...args: string[]) => start(onTestFinished, '--url', url, '--store', store, ...args)

    // Signs in, sends two bags, pays, pays for a third one, and follows them to the door.
    const first = visit('--pay')
    await first.answer('1 to 2', languageChoice)
    await signIn(first, words, phoneNumber)
    await choosePlaces(first, words, isOwn)
    await chooseTimesAndBags(first, words)
    await first.answer(words('terminal.photoPath'), join(folder, 'nothing.jpg'))
    await first.answer(words('photoProblem.unreadable'), words('photo.remove', { number: 1 }))
    await first.answer(words('terminal.photoPath'), `'${photo}'`)
    await first.answer(words('terminal.photoPath'), '')
    await finish(first, words)
    await first.see('/sandbox/pay/')
    await first.see(words('payment.paidTitle'))
    await first.see(words('trace.created'))
    await first.see(words('orderTag.claimCode'))
    await first.answer(words('surcharge.title', { more: 1 }), words('ledger.check'))
    await first.answer(words('ledger.questionDetail', { photo: 'other' }), words('ledger.right'))
    await first.answer(words('ledger.confirm.right'), words('ledger.confirmSend.right'))
    await first.answer(words('ledger.answered.right'), '1')
    await first.see(words('payment.paidTitle'))
    // Each notification arrives live.
    await first.see(words('orderStatus.in_transit'))
    await first.see(words('orderStatus.handed'))
    // Next steps: the return trip between two of our sites, and claims.
    await first.answer(words('claim.open'), words('claim.open'))
    await first.answer(words('claims.title'), words('common.back'))
    await first.answer(words('claim.open'), words('common.back'))
    await first.answer(words('home.title'), words('home.menu.orders'))
    await first.answer(words('orders.title'), words('common.back'))
    // Another order, left unfinished.
    await choosePlaces(first, words, isOwn)
    await chooseTimesAndBags(first, words)
    await first.see(words('terminal.photoPath'))
    expect(await first.interrupt()).toBe(0)
    expect(first.output()).toContain(words('terminal.kept'))
    expect(statSync(store).mode & 0o777).toBe(0o600)

    // Continues it; cancels the unpaid order, then exits.
    const second = visit()
    for (const question of [
      'noDelivery',
      'pickupDay',
      'pickupTime',
      'deliveryDay',
      'deliveryTime',
      'pieces',
    ] as const) {
      await second.answer(words(`orderForm.${question}`), '')
    }
    await second.answer(words('terminal.photoPath'), photo)
    await second.answer(words('terminal.photoPath'), '')
    await finish(second, words)
    await second.answer(words('payment.atProviderTitle'), words('payment.seeOrder'))
    await second.see(words('orderStatus.pending_payment'))
    await second.answer(words('cancellation.start'), words('cancellation.start'))
    await second.see(words('cancellation.nothingPaid'))
    await second.answer(words('cancellation.title'), '1')
    await second.see(words('orderStatus.cancelled'))
    await second.answer(words('nextTrip.again'), words('common.back'))
    await second.answer(words('home.title'), words('accountSheet.signOut'))
    await second.see(words('signedOut.request'))
    expect(await second.exit).toBe(0)
  },
)

test.concurrent('reports that a server does not answer, and asks again', async ({
  expect,
  onTestFinished,
}) => {
  const words = await wordsIn('en-US')
  const store = join(folder, 'none.json')
  const terminal = start(onTestFinished, '--url', 'http://127.0.0.1:9', '--store', store, '--lang', 'en-US')
  await terminal.answer(words('signIn.phone'), '+8613800138003')
  await terminal.answer(words('orderForm.agreeAndContinue'), '1')
  await terminal.see(words('error.network'))
  await terminal.answer(words('signIn.phone'), '')
  await terminal.see(words('error.network'))
  expect(await terminal.interrupt()).toBe(0)
})

test.concurrent('offers another code only once it may be sent', async ({ expect, onTestFinished }) => {
  const words = await wordsIn('en-US')
  const store = join(folder, 'resend.json')
  const terminal = start(onTestFinished, '--url', url, '--store', store, '--lang', 'en-US')
  await terminal.see(words('code.sendTitle'))
  await terminal.answer(words('signIn.phone'), '+8613800138004')
  await terminal.answer(words('orderForm.agreeAndContinue'), '1')
  await terminal.see(words('code.title'))
  await terminal.answer(words('code.label', { digits: 6 }), '')
  await terminal.see(words('code.title'))
  await terminal.answer(words('code.change'), words('code.change'))
  await terminal.see(words('code.sendTitle'))
  expect(terminal.output()).not.toMatch(new RegExp(`\\d  ?${words('code.resend')}$`, 'm'))
})

test.concurrent('prints its usage after an invalid call', async ({ expect, onTestFinished }) => {
  const terminal = start(onTestFinished, '--lang', 'fr')
  expect(await terminal.exit).toBe(2)
  expect(terminal.output()).toContain('npm run terminal')
})
