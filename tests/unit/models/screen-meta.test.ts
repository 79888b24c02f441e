import { screenOf } from '@handsfree/core'
import { expect, it } from 'vitest'
import { graphOf } from '../../../statecharts/paths/graph.ts'
import { models } from './index.ts'

const withScreen = models.filter(({ machine }) => machine.root.meta?.page !== undefined)

it('knows the screen of these machines; the others are parts of one, or have none', () => {
  expect(withScreen.map(({ name }) => name)).toEqual([
    'accountDeletion',
    'accountExport',
    'claimForm',
    'claims',
    'devices',
    'feedback',
    'handover',
    'notificationList',
    'orderChange',
    'orderDetail',
    'orderLedger',
    'orderReturn',
    'payment',
    'placement',
    'profile',
    'receiverLink',
    'saved',
    'scanner',
    'signIn',
    'siteSearch',
    'trip',
  ])
})

it('has no screen of a machine that says of none', () => {
  const realtime = models.find(({ name }) => name === 'realtime')
  const [start = ''] = Object.keys(realtime?.model.starts ?? {})
  expect(realtime && screenOf(graphOf(realtime.model, start).initial.snapshot)).toBeNull()
})

it('leads from the form to the confirmation, and from the number to its code', () => {
  const pagesOf = (name: string) => {
    const entry = models.find((one) => one.name === name)
    const states = Object.values(entry?.machine.root.states ?? {})
    return [entry?.machine.root, ...states].flatMap((node) => node?.meta?.page ?? [])
  }
  expect([...new Set(pagesOf('placement'))]).toEqual(['/order/create/:qrId', '/order/confirm'])
  expect(pagesOf('signIn')).toEqual(['/verification-code/send', '/verification-code/check'])
})
