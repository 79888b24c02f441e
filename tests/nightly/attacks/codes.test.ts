import { codeLimits, policy } from '@handsfree/core/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhoneNumber } from '../../e2e/trip.ts'
import { AttackedServer, engines, reportFigure } from './attacked-server.ts'
import { type Answer, newAddress, post, tally } from './calls.ts'
import { liveGuesses } from './live-guesses.ts'
import { costlyNumbers, mobileNumbers, type Phone } from './numbers.ts'

let server: AttackedServer
/** Messages that the server sent, and numbers that signed in. Verified numbers raise the server's limit. */
let sent = 0
const verified = new Set<string>()

type Device = { address: string; requestId?: unknown }

const newMobile = (): Phone => ({ dialCode: '86', phoneNumber: newPhoneNumber() })

/** Requests a code like a device, which includes the id of its previous request. */
async function ask(phone: Phone, device: Device): Promise<Answer> {
  const { address, requestId } = device
  const answer = await post(`${server.url}/api/verification-codes`, { ...phone, requestId }, { address })
  if (answer.code === 0) device.requestId = answer.result?.requestId
  if (answer.result?.demoCode !== undefined) sent++
  return answer
}
async function enter(phone: Phone, code: unknown, { address, requestId }: Device): Promise<Answer> {
  const answer = await post(`${server.url}/api/users`, { ...phone, code, requestId }, { address })
  if (answer.code === 0) verified.add(phone.phoneNumber)
  return answer
}

const otherThan = (code: unknown, count: number): string[] =>
  Array.from({ length: count + 1 }, (_, index) => String(index * 7919).padStart(policy.codeDigits, '0'))
    .filter((other) => other !== code)
    .slice(0, count)

const strangers = codeLimits.guesses.stranger
const most = codeLimits.guesses.knownDevice

describe.each(engines)('on %s', (engine) => {
  beforeAll(async () => {
    server = await AttackedServer.start(engine)
    verified.clear()
    sent = 0
  })
  afterAll(() => server.discard())

  test('compares 12 concurrent guesses of strangers, and refuses the 13th even if it is right', async () => {
    const opened = []
    for (const wrong of [strangers - 1, strangers, 39]) {
      const [phone, device]: [Phone, Device] = [newMobile(), { address: newAddress() }]
      const { demoCode } = (await ask(phone, device)).result ?? {}
      const guesses = otherThan(demoCode, wrong)
      await Promise.all(guesses.map((code) => enter(phone, code, { address: newAddress() })))
      const right = await enter(phone, demoCode, { address: newAddress() })
      const compared = await liveGuesses(server, phone)
      // The traveller's own request succeeds, regardless of the strangers.
      const traveller = right.code === 0 ? 'taken' : (await enter(phone, demoCode, device)).code
      opened.push([wrong, right.code, traveller])
      const how = compared === null ? '' : `, ${compared} compared`
      reportFigure(
        `${engine}: ${wrong} guesses at once${how}; the right one then ${right.code}, own ${traveller}`,
      )
      if (compared !== null) expect(compared).toBeLessThanOrEqual(strangers)
    }
    expect(opened).toEqual([
      [strangers - 1, 0, 'taken'],
      [strangers, 2002, 0],
      [39, 2002, 0],
    ])
  })

  test('compares at most 30 guesses per number and day, and still signs in its own device', async () => {
    const [phone, own]: [Phone, Device] = [newMobile(), { address: newAddress() }]
    expect((await enter(phone, (await ask(phone, own)).result?.demoCode, own)).code).toBe(0)
    const { demoCode } = (await ask(phone, own)).result ?? {}
    const guesses = otherThan(demoCode, 3)
    const attackers = Array.from({ length: 20 }, (): Device => ({ address: newAddress() }))
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => enter(phone, guesses[0], { address: newAddress() })),
    )
    for (const attacker of attackers) await ask(phone, attacker)
    const tried = attackers.flatMap((attacker) => guesses.map((code) => enter(phone, code, attacker)))
    answers.push(...(await Promise.all(tried)))
    const byAttackers = await liveGuesses(server, phone)
    for (const code of guesses.slice(1)) answers.push(await enter(phone, code, own))
    const inside = await enter(phone, demoCode, own)
    const inAll = await liveGuesses(server, phone)
    reportFigure(
      `${engine}: ${answers.length} guesses for a number (${tally(answers.map(({ code }) => code))}), compared ${byAttackers ?? '?'} of attackers, ${inAll ?? '?'} in all; its own device ${inside.code}`,
    )
    expect([answers.filter(({ code }) => code === 0).length, inside.code]).toEqual([0, 0])
    if (inAll !== null) expect([byAttackers, inAll <= most]).toEqual([codeLimits.guesses.asker, true])
  })

  test('sends nothing to premium, shared-cost and fixed numbers of many countries', async () => {
    const answers = await Promise.all(
      costlyNumbers.map((phone) => post(`${server.url}/api/verification-codes`, phone)),
    )
    const accepted = answers.filter(({ code }) => code === 0).length
    const reasons = answers.map(({ code, result }) => `${code} ${result?.reason ?? 'invalid'}`)
    reportFigure(
      `${engine}: ${costlyNumbers.length} costly numbers, ${accepted} accepted (${tally(reasons)})`,
    )
    expect(accepted).toBe(0)
    expect(reasons.filter((reason) => reason !== '1008 notMobile')).toEqual([])
  })

  test('signs in 100 guests at one address who request codes concurrently and retry when refused', async () => {
    const address = newAddress()
    let waiting = Array.from({ length: 100 }, () => ({ phone: newMobile(), device: { address } as Device }))
    const rounds: number[] = []
    while (waiting.length > 0 && rounds.length < 6) {
      const asked = await Promise.all(waiting.map(({ phone, device }) => ask(phone, device)))
      const entered = await Promise.all(
        waiting.map(async ({ phone, device }, index) => {
          const { code, result } = asked[index] ?? {}
          return code === 0 && (await enter(phone, result?.demoCode, device)).code === 0
        }),
      )
      rounds.push(entered.filter(Boolean).length)
      waiting = waiting.filter((_, index) => !entered[index])
    }
    reportFigure(
      `${engine}: a lobby of 100 at one address: in after ${rounds.length} rounds (${rounds.join(', ')})`,
    )
    expect(waiting.length).toBe(0)
  })

  test('limits unverified codes per country and in all to the policy’s numbers', async () => {
    const pump = async (phones: readonly Phone[]) => {
      for (let from = 0; from < phones.length; from += 20)
        await Promise.all(phones.slice(from, from + 20).map((phone) => ask(phone, { address: newAddress() })))
      return sent - verified.size
    }
    const toOne = await pump(Array.from({ length: 150 }, newMobile))
    const inAll = await pump(mobileNumbers)
    const { country, everywhere } = codeLimits
    const bounds = [country, everywhere].map(({ base, share }) => Math.ceil(base + share * verified.size))
    const asked = 150 + mobileNumbers.length
    reportFigure(
      `${engine}: ${asked} numbers that never verify, beside ${verified.size} that did: ${toOne} messages to one country, ${inAll} in all; the bounds are ${bounds.join(' and ')}`,
    )
    expect([toOne, inAll]).toEqual(bounds)
  })
})
