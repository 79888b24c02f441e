import { screenOf } from '@handsfree/core'
import { expect, it } from 'vitest'
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
