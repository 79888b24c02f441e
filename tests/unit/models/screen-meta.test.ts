import { eventLabels, screenOf } from '@handsfree/core'
import { expect, it } from 'vitest'
import en from '../../../core/i18n/messages/en-US.json' with { type: 'json' }
import { graphOf } from '../../../statecharts/paths/graph.ts'
import { models } from './index.ts'

const withScreen = models.filter(({ machine }) => machine.root.meta?.page !== undefined)

it('names a page for exactly the machines with a screen of their own', () => {
  expect(withScreen.map(({ name }) => name)).toEqual([
    'accountDeletion',
    'accountExport',
    'board',
    'catalogueImport',
    'claimForm',
    'claims',
    'consents',
    'deskTask',
    'devices',
    'employeeSignIn',
    'feedback',
    'handover',
    'invoice',
    'newPassword',
    'notificationList',
    'officeAct',
    'orderChange',
    'orderDetail',
    'orderLedger',
    'orderReturn',
    'orderSearch',
    'outbox',
    'payment',
    'placement',
    'preparedLink',
    'profile',
    'queue',
    'receiverLink',
    'saved',
    'scanner',
    'shift',
    'signIn',
    'siteSearch',
    'stop',
    'tablet',
    'team',
    'trip',
  ])
})

it('returns no screen for a machine without a page', () => {
  const realtime = models.find(({ name }) => name === 'realtime')
  const [start = ''] = Object.keys(realtime?.model.starts ?? {})
  expect(realtime && screenOf(graphOf(realtime.model, start).initial.snapshot)).toBeNull()
})

it('names the pages of placing an order and signing in, in order', () => {
  const pagesOf = (name: string) => {
    const entry = models.find((one) => one.name === name)
    const states = Object.values(entry?.machine.root.states ?? {})
    return [entry?.machine.root, ...states].flatMap((node) => node?.meta?.page ?? [])
  }
  expect([...new Set(pagesOf('placement'))]).toEqual(['/order/create/:qrId', '/order/confirm'])
  expect(pagesOf('signIn')).toEqual(['/verification-code/send', '/verification-code/check'])
})

const systemEvents = /^(?:reading|paging|pages|status|photos|form|submission)\./

/** Events whose samples all carry nothing can be sent as they are. So can events with optional data. */
const isBare = (payloads: Record<string, object> = {}) =>
  Object.values(payloads).some((payload) => Object.keys(payload).length === 0)

it.each(models.filter(({ name }) => name in eventLabels || withScreen.some((one) => one.name === name)))(
  'names every button and input of $name, and knows which events need data',
  ({ name, machine, model }) => {
    const { buttons = {}, inputs = {} } = eventLabels[name] ?? {}
    const types = Object.keys(model.samples)
    const payloads = (type: string) => model.samples[type] as Record<string, object>
    expect(Object.keys(buttons).filter((type) => !types.includes(type) || !isBare(payloads(type)))).toEqual(
      [],
    )
    expect(Object.keys(inputs).filter((type) => !types.includes(type) || isBare(payloads(type)))).toEqual([])
    const labels = [...Object.values(buttons), ...Object.values(inputs)]
    expect(labels.filter((label) => !en[label] || /[{<]/.test(en[label]))).toEqual([])
    const { meta = {} } = machine.root
    const people = types.filter(
      (type) => !model.sentBy?.[type] && !meta.systemEvents?.includes(type) && !systemEvents.test(type),
    )
    if (meta.page) expect(people.filter((type) => !(type in buttons) && !(type in inputs))).toEqual([])
  },
)
