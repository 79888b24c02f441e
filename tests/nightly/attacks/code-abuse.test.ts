import { beforeEach, expect, test } from 'vitest'
import { newIp } from '../../server/harness.ts'
import { useServer } from '../../server/use-server.ts'
import { Device, newMobile, tooSoon } from './codes.ts'
import { attack, pump } from './pump.ts'

const server = useServer()
let weeks = 0
beforeEach(() => {
  // Shared limits have reset after 40 days.
  server.clock.set(new Date(Date.parse('2026-11-21T02:00:00.000Z') + ++weeks * 40 * 24 * hour))
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const network = tooSoon({ reason: 'network' })
const paused = tooSoon({ reason: 'paused' })

const refusedNumber = (reason: string) => ({
  status: 400,
  code: 1008,
  message: 'param error',
  result: { field: 'phoneNumber', reason },
})

/** Valid numbers of many countries that are expensive or can't receive text messages. */
const costly: [what: string, dialCode: string, phoneNumber: string][] = [
  ['premium, United Kingdom', '44', '9098790000'],
  ['personal number, United Kingdom', '44', '7012345678'],
  ['shared cost, United Kingdom', '44', '8431234567'],
  ['company-wide, United Kingdom', '44', '5512345678'],
  ['VoIP, United Kingdom', '44', '5612345678'],
  ['pager, United Kingdom', '44', '7640123456'],
  ['fixed line, United Kingdom', '44', '1212345678'],
  ['toll-free, United Kingdom', '44', '8001234567'],
  ['premium, United States', '1', '9002345678'],
  ['toll-free, United States', '1', '8002345678'],
  ['premium, Latvia', '371', '90123456'],
  ['premium, Germany', '49', '9001234567'],
  ['fixed line, Germany', '49', '30123456'],
  ['premium, France', '33', '891123456'],
  ['VoIP, France', '33', '912345678'],
  ['premium, Spain', '34', '803123456'],
  ['premium, Italy', '39', '899123456'],
  ['premium, Austria', '43', '900123456'],
  ['premium, Switzerland', '41', '900123456'],
  ['premium, Australia', '61', '1900123456'],
  ['shared cost, Australia', '61', '1300123456'],
  ['premium, Hong Kong', '852', '90012345678'],
  ['fixed line, Hong Kong', '852', '21234567'],
  ['fixed line, China', '86', '1012345678'],
  ['toll-free, China', '86', '8001234567'],
  ['shared cost, China', '86', '4001234567'],
  ['premium, Japan', '81', '990123456'],
  ['premium, Singapore', '65', '19001234567'],
  ['premium, Russia', '7', '8091234567'],
  ['premium, international', '979', '123456789'],
  ['shared cost, international', '808', '12345678'],
  ['toll-free, international', '800', '12345678'],
  ['satellite', '881', '612345678'],
  ['international network', '883', '510012345'],
]

test('sends no code to premium, shared-cost, VoIP, fixed and other non-mobile numbers', async () => {
  const before = server.codes.length
  const answers = []
  for (const [what, dialCode, phoneNumber] of costly) {
    answers.push([what, await new Device(server).ask({ dialCode, phoneNumber })])
  }
  expect(answers).toEqual(costly.map(([what]) => [what, refusedNumber('notMobile')]))
  expect(server.codes).toHaveLength(before)
})

test('sends codes to mobile numbers of any country, also where their format is ambiguous', async () => {
  for (const [dialCode, phoneNumber] of [
    ['86', '13812342046'],
    ['852', '51234567'],
    ['853', '66123456'],
    ['886', '912345678'],
    ['44', '7400123456'],
    ['1', '2015550123'],
    ['81', '9012345678'],
    ['49', '15123456789'],
    ['91', '8123456789'],
    ['52', '2221234567'],
  ] as const) {
    expect((await new Device(server).ask({ dialCode, phoneNumber })).code).toBe(0)
  }
})

test('sends only to the countries in the setting', async () => {
  server.services.settings.smsCountries = ['CN', 'US']
  const canadian = { dialCode: '1', phoneNumber: '5062345678' }
  const american = { dialCode: '1', phoneNumber: '2015550124' }
  expect((await new Device(server).ask(newMobile())).code).toBe(0)
  expect((await new Device(server).ask(american)).code).toBe(0)
  expect(await new Device(server).ask(canadian)).toEqual(refusedNumber('countryNotServed'))
  server.services.settings.smsCountries = null
})

test('lets 200 guests at one address sign in', async () => {
  const ip = newIp()
  for (let wave = 0; wave < 10; wave++) {
    const guests = Array.from({ length: 20 }, () => ({
      device: new Device(server, { ip }),
      phone: newMobile(),
    }))
    const asked = await Promise.all(guests.map(({ device, phone }) => device.ask(phone)))
    expect(asked.map(({ code }) => code)).toEqual(Array(20).fill(0))
    server.clock.advance(minute)
    const entered = await Promise.all(
      guests.map(({ device, phone }, guest) => device.enter(phone, asked[guest]?.result.demoCode ?? '')),
    )
    expect(entered.map(({ code }) => code)).toEqual(Array(20).fill(0))
  }
}, 120_000)

test('limits an address to 30 unverified numbers per hour, also for 40 concurrent requests', async () => {
  const ip = newIp()
  const phones = Array.from({ length: 40 }, newMobile)
  const before = server.codes.length
  const answers = await Promise.all(phones.map((phone) => new Device(server, { ip }).ask(phone)))
  expect(server.codes.length - before).toBe(30)
  expect(answers.filter(({ code }) => code !== 0)).toEqual(Array(10).fill(network))
  // A number that already requested a code isn't limited, nor are other addresses.
  server.clock.advance(minute)
  const asked = phones[answers.findIndex(({ code }) => code === 0)]!
  expect((await new Device(server, { ip }).ask(asked)).code).toBe(0)
  expect((await new Device(server).ask(newMobile())).code).toBe(0)
  server.clock.advance(hour)
  expect((await new Device(server, { ip }).ask(newMobile())).code).toBe(0)
})

test('counts an IPv6 /64 as one address, and limits a /48', async () => {
  const before = server.codes.length
  for (let number = 0; number < 31; number++)
    await new Device(server, { ip: `2001:db8:7:1::${number + 1}` }).ask(newMobile())
  expect(server.codes.length - before).toBe(30)
  for (let number = 0; number < 40; number++)
    await new Device(server, { ip: `2001:db8:7:${number + 2}::1` }).ask(newMobile())
  expect(server.codes.length - before).toBe(60)
  expect(await new Device(server, { ip: '2001:db8:7:ffff::1' }).ask(newMobile())).toEqual(network)
  expect((await new Device(server, { ip: '2001:db8:8::1' }).ask(newMobile())).code).toBe(0)
})

test('pauses a country without verifications, reports it once, and resumes after an hour', async () => {
  const { sent, told } = await pump(server, attack(100, ['LV']), 20 * second)
  expect([sent.length, told]).toEqual([60, ['LV']])
  expect((await pump(server, attack(1, ['EE']), second)).sent).toHaveLength(1)
  server.clock.advance(hour)
  expect((await pump(server, attack(1, ['LV']), second)).sent).toHaveLength(1)
})

test('never pauses while six of ten numbers verify', async () => {
  const answers = []
  for (let guest = 0; guest < 220; guest++) {
    const device = new Device(server)
    answers.push((await (guest % 10 < 6 ? device.verify(newMobile()) : device.ask(newMobile()))).code)
    server.clock.advance(2 * minute)
  }
  expect(answers.filter((code) => code !== 0)).toEqual([])
}, 120_000)

test('serves known devices and addresses with sign-ins during a pause', async () => {
  const known = new Device(server)
  const phone = newMobile()
  await known.verify(phone)
  const hotel = newIp()
  for (let guest = 0; guest < 5; guest++) await new Device(server, { ip: hotel }).verify(newMobile())
  server.clock.advance(minute)
  await pump(server, attack(200, ['CN']), second)
  expect(await new Device(server).ask(newMobile())).toEqual(paused)
  expect((await known.verify(phone)).code).toBe(0)
  const answers = []
  for (let guest = 0; guest < 12; guest++)
    answers.push(await new Device(server, { ip: hotel }).ask(newMobile()))
  expect(answers.map(({ code }) => code)).toEqual([...Array(10).fill(0), 2004, 2004])
  expect(await new Device(server, { ip: hotel }).ask(newMobile())).toEqual(paused)
})
