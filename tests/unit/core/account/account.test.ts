import { fail, ok } from '@handsfree/core'
import {
  accountDeletionMachine,
  accountExportMachine,
  createAccountDeletion,
  devicesMachine,
  selectDeletionWait,
} from '@handsfree/core/account'
import { expect, it, vi } from 'vitest'
import { preview } from '../../models/placement.model.ts'
import { offline, refused } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer, Refusal } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const device = (deviceId: string, isThis = false) => ({
  deviceId,
  name: '',
  isThis,
  createTime: '2026-11-21T02:00:00Z',
  useTime: '2026-11-21T02:00:00Z',
})
const terms = { ongoing: [], keptOrders: 0, keptUntil: null }

it('removes a device from the list once its session ends, and keeps it if ending fails', async () => {
  const journey = new Journey(devicesMachine, () => undefined)
  journey.send({ type: 'reading.done', value: [device('mine', true), device('lost'), device('old')] })
  journey.send({ type: 'device.end', deviceId: 'lost' })
  expect(journey.inputs('endDevice')).toEqual([{ deviceId: 'lost' }])
  await journey.answer('endDevice', fail(offline))
  expect(journey.snapshot.context).toMatchObject({ endingDeviceId: null, problem: { kind: 'network' } })
  journey.send({ type: 'device.end', deviceId: 'lost' })
  await journey.answer('endDevice', ok({}))
  expect(journey.snapshot.context.devices?.map(({ deviceId }) => deviceId)).toEqual(['mine', 'old'])
  journey.send({ type: 'device.end', deviceId: 'mine' })
  expect(journey.inputs('endDevice')).toHaveLength(2)
  journey.send({ type: 'devices.endOthers' })
  await journey.answer('endOthers', ok({ ended: 1 }))
  expect(journey.snapshot.context.devices?.map(({ deviceId }) => deviceId)).toEqual(['mine'])
})

it('opens the export’s download once, and ends exhausted at the daily limit', async () => {
  const journey = new Journey(accountExportMachine, () => undefined)
  const made = { url: '/api/account/export/x', expiresAt: '2026-11-21T02:05:00Z' }
  journey.send({ type: 'export.start' })
  await journey.answer('makeExport', ok(made))
  expect(journey.effects).toEqual([{ name: 'openDownload', params: made }])
  journey.send({ type: 'export.start' })
  await journey.answer('makeExport', fail(refused(1012)))
  expect(journey.snapshot.matches('exhausted')).toBe(true)
})

it('sends a deletion only with a complete code, shows a wrong code, and leaves the app on success', async () => {
  const journey = new Journey(accountDeletionMachine, ({ now }) => ({ now }))
  journey.send({ type: 'reading.done', value: terms })
  journey.send({ type: 'deletion.start' })
  const sent = { requestId: 'r', resendAfter: 60, expiresIn: 300, demoCode: null }
  await journey.answer('sendCode', ok(sent))
  journey.do({ type: 'code.change', code: '123' }, { type: 'code.submit' })
  expect(journey.inputs('deleteAccount')).toEqual([])
  journey.do({ type: 'code.change', code: '123456' }, { type: 'code.submit' })
  await journey.answer('deleteAccount', fail(refused(2002, { triesLeft: 2 })))
  expect(journey.snapshot.context).toMatchObject({ code: '', problem: { code: 'wrongCode', triesLeft: 2 } })
  journey.do({ type: 'code.change', code: '654321' }, { type: 'code.submit' })
  expect(journey.inputs('deleteAccount').at(-1)).toEqual({ code: '654321', requestId: 'r' })
  await journey.answer('deleteAccount', ok(terms))
  expect(journey.effects.at(-1)).toEqual({ name: 'leaveApp' })
})

it('accepts the earlier code when a new one is too soon, and resends after the wait', async () => {
  const journey = new Journey(accountDeletionMachine, ({ now }) => ({ now }))
  const wait = () => selectDeletionWait(journey.snapshot)
  journey.do({ type: 'reading.done', value: terms }, { type: 'deletion.start' })
  await journey.answer('sendCode', fail(refused(2004, { retryAfter: 40 })))
  expect(journey.snapshot.context).toMatchObject({ sent: null, problem: { code: 'tooSoon', retryAfter: 40 } })
  journey.do({ type: 'code.change', code: '123456' }, { type: 'code.submit' })
  expect(journey.inputs('deleteAccount')).toEqual([{ code: '123456', requestId: null }])
  await journey.answer('deleteAccount', fail(refused(2002, { triesLeft: 2 })))
  journey.pass(39_000)
  journey.send({ type: 'code.resend' })
  expect([wait(), journey.inputs('resendCode')]).toEqual([1, []])
  journey.pass(1_000)
  journey.send({ type: 'code.resend' })
  await journey.answer('resendCode', ok({ requestId: 'r', resendAfter: 60, expiresIn: 300, demoCode: null }))
  expect(wait()).toBe(60)
  journey.do({ type: 'code.change', code: '123456' }, { type: 'code.submit' })
  expect(journey.inputs('deleteAccount').at(-1)).toEqual({ code: '123456', requestId: 'r' })
})

it('drops an expired code’s request id when another device has just requested a code', async () => {
  const journey = new Journey(accountDeletionMachine, ({ now }) => ({ now }))
  journey.do({ type: 'reading.done', value: terms }, { type: 'deletion.start' })
  await journey.answer(
    'sendCode',
    ok({ requestId: 'r', resendAfter: 60, expiresIn: 300, demoCode: '111111' }),
  )
  journey.send({ type: 'deletion.stop' })
  journey.pass(10_000)
  journey.send({ type: 'deletion.start' })
  await journey.answer('sendCode', fail(refused(2004, { retryAfter: 50 })))
  expect(journey.snapshot.context.sent?.requestId).toBe('r')
  journey.send({ type: 'deletion.stop' })
  journey.pass(300_000)
  journey.send({ type: 'deletion.start' })
  await journey.answer('sendCode', fail(refused(2004, { retryAfter: 50 })))
  expect([journey.snapshot.matches('enteringCode'), journey.snapshot.context.sent]).toEqual([true, null])
})

it('does not ask for a code when sending is blocked for an hour', async () => {
  const journey = new Journey(accountDeletionMachine, ({ now }) => ({ now }))
  journey.do({ type: 'reading.done', value: terms }, { type: 'deletion.start' })
  await journey.answer('sendCode', fail(refused(2004, { retryAfter: 3_600 })))
  expect([journey.snapshot.value, journey.snapshot.context.problem?.code]).toEqual(['allowed', 'tooSoon'])
})

type Answer = FakeServer['routes'][string]

/**
 * Signs a device in to an account that may be deleted; the server responds to the deletion with `answer`.
 */
function deleting(answer: Answer) {
  const [server, browser] = [new FakeServer(), new FakeBrowser()]
  browser.signIn()
  server.routes['GET /account/deletion'] = () => terms
  server.routes['POST /account/delete'] = answer
  return { server, browser }
}

/** Starts an app and records why it signs out. `mayBeDeleted` is the value before the start. */
function startApp(server: FakeServer, browser: FakeBrowser) {
  const app = appOn(new FakePlatform(server, browser))
  const reasons: string[] = []
  app.auth.on('auth.signedOut', ({ reason }) => reasons.push(reason))
  const { mayBeDeleted } = app.auth.getSnapshot().context
  app.start()
  return { app, reasons, mayBeDeleted }
}

/** Opens the deletion page, which requests the code. */
async function enterCode(server: FakeServer, browser: FakeBrowser) {
  const { app, reasons } = startApp(server, browser)
  const deletion = createAccountDeletion(app)
  deletion.start()
  await vi.waitFor(() => expect(deletion.getSnapshot().value).toBe('allowed'))
  await vi.waitFor(() => expect(app.auth.getSnapshot().context.profile).not.toBeNull())
  deletion.send({ type: 'deletion.start' })
  await vi.waitFor(() => expect(deletion.getSnapshot().matches('enteringCode')).toBe(true))
  const submit = (code: string) => {
    deletion.send({ type: 'code.change', code })
    deletion.send({ type: 'code.submit' })
  }
  return { server, browser, app, reasons, deletion, submit }
}

it('sends the deletion without a request id if a reload lost it', async () => {
  const { server, browser } = deleting(() => new Refusal(2002, { triesLeft: 2 }))
  server.routes['POST /verification-codes'] = () => new Refusal(2004, { retryAfter: 40 })
  const { app, deletion, submit } = await enterCode(server, browser)
  submit('123456')
  await vi.waitFor(() => expect(server.of('POST /account/delete')).toHaveLength(1))
  expect(server.of('POST /account/delete')[0]?.body).toEqual({ code: '123456' })
  deletion.stop()
  app.stop()
})

it('restores the demo code and its request id after a reload', async () => {
  const { server, browser } = deleting(() => new Refusal(2002, { triesLeft: 2 }))
  const sent = { requestId: 'r', resendAfter: 60, expiresIn: 300, demoCode: '246810' }
  server.routes['POST /verification-codes'] = () => sent
  const first = await enterCode(server, browser)
  first.deletion.stop()
  first.app.stop()
  server.routes['POST /verification-codes'] = () => new Refusal(2004, { retryAfter: 40 })
  const { app, deletion, submit } = await enterCode(server, browser)
  expect(deletion.getSnapshot().context.sent).toEqual(sent)
  submit('246810')
  await vi.waitFor(() => expect(server.of('POST /account/delete')).toHaveLength(1))
  expect(server.of('POST /account/delete')[0]?.body).toEqual({ code: '246810', requestId: 'r' })
  deletion.stop()
  app.auth.send({ type: 'session.ended' })
  expect(browser.items.has('deletionCode')).toBe(false)
  app.stop()
})

/** Submits a deletion's code after storing a draft. */
async function submitCode({ server, browser }: ReturnType<typeof deleting>) {
  const page = await enterCode(server, browser)
  browser.items.set('orderPreview', JSON.stringify(preview()))
  page.submit('123456')
  return page
}

it('skips the sign-out request once the account is deleted', async () => {
  const { server, browser, app, reasons, deletion } = await submitCode(deleting(() => terms))
  await vi.waitFor(() => expect(deletion.getSnapshot().value).toBe('deleted'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(reasons).toEqual(['deleted'])
  expect(server.of('POST /users/sign-out')).toEqual([])
  expect(browser.items.has('orderPreview')).toBe(false)
  app.stop()
})

const unanswered = () => Promise.reject(new TypeError('Failed to fetch'))

/** Deletes an account without getting a response. `isDeleted` is whether the server deleted it. */
function loseAnswer(isDeleted: boolean) {
  const device = deleting(() => {
    const { routes } = device.server
    if (isDeleted) for (const path of Object.keys(routes)) routes[path] = () => new Refusal(1010)
    return unanswered()
  })
  return submitCode(device)
}

it('remembers over a reload that a deletion’s outcome is unknown, until the profile is read', async () => {
  for (const isDeleted of [true, false]) {
    const { server, browser, app, deletion } = await loseAnswer(false)
    server.routes['GET /account/deletion'] = unanswered
    await vi.waitFor(() => expect(deletion.getSnapshot().context.problem?.code).toBe('network'))
    deletion.stop()
    app.stop()
    if (isDeleted) server.routes['GET /users/customers'] = () => new Refusal(1010)
    const { app: again, reasons, mayBeDeleted } = startApp(server, browser)
    expect(mayBeDeleted).toBe(true)
    if (!isDeleted) {
      await vi.waitFor(() => expect(again.auth.getSnapshot().context.mayBeDeleted).toBe(false))
      again.auth.send({ type: 'session.ended' })
    }
    await vi.waitFor(() => expect(reasons).toEqual([isDeleted ? 'unconfirmed' : 'ended']))
    expect(browser.items.has('orderPreview')).toBe(!isDeleted)
    again.stop()
  }
})

it('removes the draft when the session ends before the deletion is answered', async () => {
  let answer = () => {}
  const { server, browser, app, reasons, deletion } = await submitCode(
    deleting(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(terms)
        }),
    ),
  )
  await vi.waitFor(() => expect(server.of('POST /account/delete')).toHaveLength(1))
  app.auth.send({ type: 'session.ended' })
  expect([reasons, browser.items.has('orderPreview')]).toEqual([['unconfirmed'], false])
  answer()
  await vi.waitFor(() => expect(deletion.getSnapshot().value).toBe('deleted'))
  expect(browser.items.has('orderPreview')).toBe(false)
  app.stop()
})
