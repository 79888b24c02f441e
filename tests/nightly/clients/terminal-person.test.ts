import { readFileSync } from 'node:fs'
import { selectDraft, selectDraftForm } from '@handsfree/core/booking'
import { listSaved } from '@handsfree/core/contract'
import { dayOf, formatClock, formatDay } from '@handsfree/core/i18n'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { waitFor } from 'xstate'
import { showAccount } from '../../../clients/terminal/account.ts'
import { startNextTrip } from '../../../clients/terminal/next-trip.ts'
import { placeOrder as sendOrder } from '../../../clients/terminal/place-order.ts'
import { showSaved } from '../../../clients/terminal/saved.ts'
import { must, placeOrder, placePaidOrder } from '../../e2e/backend.ts'
import { useTerminals } from './use-terminals.ts'

const terminals = useTerminals()

test('fills in the return trip', async () => {
  const { traveller, step, app } = await terminals.open()
  const order = await placePaidOrder(traveller)
  const qrId = await startNextTrip(step, order, 'again')
  expect(qrId).not.toBeNull()
  const placement = app.placements.get(qrId ?? '')
  if (!placement) throw new Error('no order')
  const form = selectDraftForm(await waitFor(placement, (current) => selectDraftForm(current) !== null))
  if (!form) throw new Error('no form')
  const filled = await waitFor(form, (current) => selectDraft(current).delivery !== null)
  const { pieces, delivery } = selectDraft(filled)
  expect([pieces, delivery?.kind === 'site' && delivery.site.siteId]).toEqual([2, order.delivery.siteId])
})

test('names the city with the times of an order before it is sent from another zone', async () => {
  const { traveller, app, step, say, answers, written } = await terminals.open('en-US', 'America/New_York')
  const order = await placePaidOrder(traveller)
  const qrId = await startNextTrip(step, order, 'again')
  const { timeZone } = order
  const now = app.clock.now()
  const { intl } = step
  // Cancellation is free at any time of day.
  const dayAfterTomorrow = dayOf(now + 2 * 86_400_000, timeZone)
  const day = formatDay(dayAfterTomorrow, { timeZone, now, intl })
  const at = (clock: string) => formatClock(`${dayAfterTomorrow}T${clock}:00+08:00`, { timeZone, intl })
  const photo = terminals.fileOf('bag.jpg')
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0e5c4a' } }).toFile(photo)
  answers(
    [say('orderForm.noDelivery'), ''],
    [say('orderForm.pickupDay'), day],
    [say('orderForm.pickupTime'), at('12:00')],
    [say('orderForm.deliveryDay'), day],
    [say('orderForm.deliveryTime'), at('18:00')],
    [say('orderForm.pieces'), ''],
    [say('terminal.photoPath'), photo],
    [say('terminal.photoPath'), ''],
    [say('orderForm.declaredValue'), ''],
    [say('orderForm.receiver'), ''],
    [say('orderForm.receiverName'), ''],
    [say('orderForm.receiverPhone'), ''],
    [say('orderForm.remarks'), ''],
    [say('orderForm.agreeToTerms'), say('orderForm.agreeAndContinue')],
    [say('orderConfirm.title'), say('orderConfirm.pay', { amount: '¥98.00' })],
  )
  expect(await sendOrder(step, qrId)).not.toBeNull()
  const shown = written()
  expect(shown).toMatch(/Free to cancel until .+ \(Hangzhou\)/)
})

test('edits and removes entries saved for the next order', async () => {
  const { traveller, step, say, answers, written } = await terminals.open()
  const grace = { name: 'Grace', dialCode: '86', phoneNumber: '13912345678' }
  await placeOrder(traveller, { receiver: grace }, ['receiver'])
  answers(
    [say('saved.title'), say('saved.editNamed', { name: 'Grace' })],
    [say('orderForm.receiverName'), 'Grace Hopper'],
    [say('orderForm.receiverPhone'), '123'],
    [say('saved.title'), say('common.tryAgain')],
    [say('orderForm.receiverName'), ''],
    [say('orderForm.receiverPhone'), '13912345679'],
    [say('saved.title'), say('common.back')],
  )
  await showSaved(step)
  expect(written()).toContain(say('orderForm.problem.receiverPhoneInvalid'))
  const list = async () => must(await traveller.api.call(listSaved, {})).map(({ content }) => content)
  expect(await list()).toEqual([
    { kind: 'receiver', ...grace, name: 'Grace Hopper', phoneNumber: '13912345679' },
  ])
  answers(
    [say('saved.title'), say('saved.removeNamed', { name: 'Grace Hopper' })],
    [say('saved.removeTitle', { name: 'Grace Hopper' }), say('saved.keep')],
    [say('saved.title'), say('saved.removeNamed', { name: 'Grace Hopper' })],
    [say('saved.removeTitle', { name: 'Grace Hopper' }), say('saved.remove')],
  )
  await showSaved(step)
  expect(written()).toContain(say('saved.empty'))
  expect(await list()).toEqual([])
})

test('lists devices, downloads everything, and deletes the account in Chinese', async () => {
  const { traveller, app, step, say, answers, written, storage } = await terminals.open('zh-CN')
  const path = terminals.fileOf('all.zip')
  answers(
    [say('myAccount.title'), say('myAccount.devices')],
    [say('myAccount.devices'), say('common.back')],
    [say('myAccount.title'), say('myAccount.download')],
    [say('terminal.savePath'), path],
    [say('myAccount.title'), say('common.back')],
  )
  await showAccount(step)
  expect(written()).toContain(say('myAccount.thisDevice'))
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
  const ended = new Promise<string>((resolve) => {
    app.auth.on('auth.signedOut', ({ reason }) => resolve(reason))
  })
  answers(
    [say('myAccount.title'), say('myAccount.delete')],
    [say('myAccount.delete'), say('myAccount.deleteStart')],
    [say('code.label', { digits: 6 }), (shown) => /\d{6}(?=\D*$)/.exec(shown)?.[0] ?? ''],
    [say('myAccount.title'), say('common.back')],
  )
  await showAccount(step)
  expect(written()).toContain(say('myAccount.deleted'))
  expect(await ended).toBe('deleted')
  expect(storage.get('auth') ?? '').not.toContain(traveller.account.token)
})
