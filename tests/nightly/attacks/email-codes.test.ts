import { codeLimits } from '@handsfree/core/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhoneNumber } from '../../e2e/trip.ts'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'
import { type Answer, newAddress, post, tally } from './calls.ts'

let server: AttackedServer
let last = 0
const newEmail = () => `victim-${++last}@keys.example`

type Device = { address: string; requestId?: unknown }

async function ask(email: string, device: Device): Promise<Answer> {
  const { address, requestId } = device
  const answer = await post(`${server.url}/api/email-codes`, { email, requestId }, { address })
  if (answer.code === 0) device.requestId = answer.result?.requestId
  return answer
}
const enter = (email: string, code: unknown, { address, requestId }: Device, phone?: object) =>
  post(`${server.url}/api/users/email`, { email, code, requestId, phone }, { address })

const newMobile = () => ({ dialCode: '86', phoneNumber: newPhoneNumber() })

/** An account with a confirmed address, and the device that made it. */
async function newAccount() {
  const email = newEmail()
  const device: Device = { address: newAddress() }
  const { demoCode } = (await ask(email, device)).result ?? {}
  const made = await enter(email, demoCode, device, newMobile())
  expect(made.code).toBe(0)
  return { email, device, uin: made.result?.uin, token: String(made.result?.token) }
}

const otherThan = (code: unknown) => (code === '000000' ? '000001' : '000000')

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    server = await AttackedServer.start(engine)
  })
  afterAll(() => server.discard())

  test('answers known and unknown addresses alike', async () => {
    const { email } = await newAccount()
    const shapes = await Promise.all(
      [email, newEmail()].map(async (one) => {
        const { code, result } = await ask(one, { address: newAddress() })
        return [code, Object.keys(result ?? {}).sort()]
      }),
    )
    expect(shapes[0]).toEqual(shapes[1])
    const wrong = await Promise.all(
      [email, newEmail()].map(async (one) => {
        const { code, result } = await enter(one, '123456', { address: newAddress() })
        return [code, result]
      }),
    )
    expect(wrong[0]).toEqual(wrong[1])
  })

  test('refuses concurrent guesses of strangers, and still signs in the own device', async () => {
    const { email, uin } = await newAccount()
    const own: Device = { address: newAddress() }
    const { demoCode } = (await ask(email, own)).result ?? {}
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => enter(email, otherThan(demoCode), { address: newAddress() })),
    )
    expect(tally(guesses.map(({ code }) => code))).toBe('40 × 2002')
    // More guesses than are compared: even the right code is refused to a stranger.
    expect((await enter(email, demoCode, { address: newAddress() })).code).toBe(2002)
    expect((await enter(email, demoCode, own)).result?.uin).toBe(uin)
  })

  test('accepts a code once, from the first device that enters it, and for its address only', async () => {
    const { email } = await newAccount()
    const { demoCode } = (await ask(email, { address: newAddress() })).result ?? {}
    expect((await enter(newEmail(), demoCode, { address: newAddress() }, newMobile())).code).toBe(2002)
    const replays = await Promise.all(
      Array.from({ length: 20 }, () => enter(email, demoCode, { address: newAddress() })),
    )
    const accepted = replays.filter(({ code }) => code === 0).length
    reportFigure(`${engine}: ${accepted} of 20 replays of a mailed code accepted`)
    expect(accepted).toBe(1)
  })

  test('refuses a proof of another account, and another account’s number', async () => {
    const [ada, eve] = [await newAccount(), await newAccount()]
    const headers = { token: `Bearer ${eve.token}` }
    const call = (path: string, body: object) =>
      post(`${server.url}/api${path}`, body, { address: newAddress(), headers })
    // A code for the victim's address doesn't prove the attacker's account.
    const { demoCode } = (await ask(ada.email, { address: newAddress() })).result ?? {}
    expect((await call('/account/proofs', { way: 'email', code: demoCode })).code).not.toBe(0)
    expect((await call('/account/phone', { ...newMobile(), code: '123456' })).code).toBe(1012)
    const forged = { ...newMobile(), code: '123456', proof: 'A'.repeat(30) }
    expect((await call('/account/phone', forged)).code).toBe(1012)
  })

  test('counts the guesses of a code over all calls that accept it', async () => {
    const { email, device, token } = await newAccount()
    const { demoCode } = (await ask(email, device)).result ?? {}
    const { address, requestId } = device
    const call = (path: string, body: object) =>
      post(`${server.url}/api${path}`, { requestId, ...body }, { address, token })
    const ways = (code: unknown) => [
      () => call('/users/email', { email, code }),
      () => call('/account/proofs', { way: 'email', code }),
      () => call('/account/email', { email, code }),
      () => call('/account/delete', { way: 'email', code }),
    ]
    const wrong = []
    for (const guess of ways(otherThan(demoCode))) wrong.push((await guess()).code)
    expect(tally(wrong)).toBe('4 × 2002')
    const right = []
    for (const enterRight of ways(demoCode)) right.push((await enterRight()).code)
    reportFigure(`${engine}: 3 guesses over 4 calls burn a mailed code`)
    expect(tally(right)).toBe('4 × 2002')
  })

  // Last: it pauses the mail.
  test('mails a bounded number of codes that nobody enters, and keeps sending text messages', async () => {
    const address = newAddress()
    const fromOne = await Promise.all(Array.from({ length: 100 }, () => ask(newEmail(), { address })))
    const sentToOne = fromOne.filter(({ code }) => code === 0).length
    const fromMany = []
    for (let at = 0; at < 400; at++) fromMany.push(await ask(newEmail(), { address: newAddress() }))
    const sent = sentToOne + fromMany.filter(({ code }) => code === 0).length
    reportFigure(`${engine}: ${sentToOne} codes mailed for one address of 100, ${sent} in all of 500`)
    expect(sentToOne).toBeLessThanOrEqual(codeLimits.network[0].base)
    expect(sent).toBeLessThanOrEqual(codeLimits.everywhere.base + 10)
    const texted = await post(`${server.url}/api/verification-codes`, newMobile(), { address: newAddress() })
    expect(texted.code).toBe(0)
  })
})
