import { ok } from '@handsfree/core'
import { createProfile, profileMachine } from '@handsfree/core/account'
import { emptyDraft } from '@handsfree/core/booking'
import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { account, profile } from '../../models/samples.ts'
import { appOn, FakeBrowser, FakePlatform, FakeServer } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const nameless = { ...profile, name: '', email: '' }
const open = (known = nameless) => new Journey(profileMachine, () => ({ profile: known }))

describe('the profile form', () => {
  it('saves a name and shares it with the whole app', async () => {
    const journey = open()
    const fields = { name: 'Lin', email: 'lin@example.com' }
    journey.do({ type: 'profile.change', fields }, { type: 'profile.save' })
    expect(journey.inputs('saveFields')).toEqual([fields])
    await journey.answer('saveFields', ok(fields))
    const shared = journey.effects.filter(({ name }) => name === 'shareFields')
    expect(shared).toEqual([{ name: 'shareFields', params: fields }])
  })

  it('shows each field’s problem, and saves only once all fields are valid', () => {
    const journey = open()
    const problems = () => journey.snapshot.context.problems.map(({ code }) => code)
    journey.send({ type: 'profile.save' })
    expect(problems()).toEqual(['nameRequired'])
    journey.do({ type: 'profile.change', fields: { name: ' ', email: 'lin@' } }, { type: 'profile.save' })
    expect(problems()).toEqual(['nameRequired', 'invalidEmail'])
    journey.send({ type: 'profile.change', fields: { name: 'Lin' } })
    expect(problems()).toEqual(['invalidEmail'])
    journey.send({ type: 'profile.save' })
    expect([problems(), journey.inputs('saveFields')]).toEqual([['invalidEmail'], []])
    journey.do({ type: 'profile.change', fields: { email: '' } }, { type: 'profile.save' })
    expect([problems(), journey.inputs('saveFields')]).toEqual([[], [{ name: 'Lin', email: '' }]])
  })

  it.each([
    "o'brien@example.ie",
    'ada+bags@mail.example.co.uk',
    '#1/team=a!@example.museum',
    'lin@例子.中国',
    'lin@xn--fsqu00a.xn--fiqs8s',
    'ada＠example.com',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ada@example。com',
    ' ada@example.com ',
  ])('accepts %j as an email address', (email) => {
    const journey = open()
    journey.do({ type: 'profile.change', fields: { name: 'Lin', email } }, { type: 'profile.save' })
    expect(journey.snapshot.context.problems).toEqual([])
    expect(journey.inputs('saveFields')).toHaveLength(1)
  })

  it('normalizes full-width characters in an email address when saving', async () => {
    const server = new FakeServer()
    const browser = new FakeBrowser()
    browser.signIn()
    const sent: unknown[] = []
    server.routes['POST /users/customers'] = ({ body }) => sent.push(body) && {}
    const app = appOn(new FakePlatform(server, browser))
    app.start()
    const page = createProfile(app)
    page.start()
    page.send({ type: 'profile.change', fields: { email: 'ada＠example。com' } })
    page.send({ type: 'profile.save' })
    await waitFor(page, ({ context }) => context.draft.email === 'ada@example.com')
    expect(sent).toEqual([{ name: profile.name, email: 'ada@example.com' }])
    expect(app.auth.getSnapshot().context.profile?.email).toBe('ada@example.com')
    page.stop()
    app.stop()
  })

  it.each([
    'ada@example.com\nlin@example.com',
    'ada@example.com, lin@example.com',
    'ada@example.com，lin@example.com',
    'ada@example.com;lin@example.com',
    'ada@example.com lin@example.com',
    'ada@lin@example.com',
    'ada＠lin@example.com',
    'Ada <ada@example.com>',
    '"Ada"@example.com',
    'ada@example.com(Ada)',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example',
    'ada@-example.com',
    'ada@example.com.',
    'ada@127.0.0.1',
    'ada@\u3164.com',
    `${'a'.repeat(65)}@example.com`,
  ])('refuses %j as an email address', (email) => {
    const journey = open()
    journey.do({ type: 'profile.change', fields: { name: 'Lin', email } }, { type: 'profile.save' })
    expect(journey.snapshot.context.problems).toEqual([{ code: 'invalidEmail' }])
  })

  it('fills in the traveller’s name from their draft, unless they have one or skipped it', () => {
    const browser = new FakeBrowser()
    browser.signIn()
    const receiver = {
      who: 'me',
      name: ' Ada Lovelace ',
      dialCode: '86',
      phoneNumber: '13800138000',
    } as const
    const order = { draft: emptyDraft(receiver), photos: [], agreedTerms: null, orderId: null }
    const previews = [{ version: 1, uin: account.uin, qrId: 'demo-hotel-desk', ...order }]
    browser.items.set('orderPreview', JSON.stringify({ version: 2, previews }))
    const nameOnPage = (name: string, isNameSkipped: boolean) => {
      const person = { version: 1, profile: { ...profile, name }, isNameSkipped }
      browser.items.set('person', JSON.stringify(person))
      const app = appOn(new FakePlatform(new FakeServer(), browser))
      return createProfile(app).getSnapshot().context.draft.name
    }
    expect([nameOnPage('', false), nameOnPage('', true), nameOnPage('Lin', false)]).toEqual([
      'Ada Lovelace',
      '',
      'Lin',
    ])
  })
})
