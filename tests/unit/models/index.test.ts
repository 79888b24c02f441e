import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nodesOf, transitionName, transitionsOf } from '../../../statecharts/nodes.ts'
import { collectMachines } from '../../../statecharts/registry.ts'
import { browserModels } from '../../nightly/screens/browser-models.ts'
import { models } from './index.ts'

const screens = new URL('../../nightly/screens/', import.meta.url)
const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

it('lists a model for every machine that core exports', async () => {
  const machines = (await collectMachines()).map(({ machine }) => machine.id)
  expect(machines.length).toBeGreaterThan(10)
  expect([...models.map(({ name }) => name), 'lifecycle'].sort()).toEqual(machines)
})

it('gives every transition of a machine a unique name', () => {
  for (const { name, machine } of models) {
    const names = nodesOf(machine.root).flatMap(transitionsOf).map(transitionName)
    expect([name, names.length]).toEqual([name, new Set(names).size])
  }
})

it('lists a browser model for every screens file', () => {
  const driven = readdirSync(screens).filter((file) => file.endsWith('.screens.ts'))
  expect(driven.length).toBeGreaterThan(2)
  const files = browserModels.map(({ model }) => `${kebab(model.machine.id)}.screens.ts`)
  expect(files.sort()).toEqual(driven.sort())
})

/** Machines without a walk on screens, and the reason. */
const unwalked: Record<string, string> = {
  bagQuestion: 'runs on the server',
  camera: 'part of the scanner, which is walked',
  change: 'runs on the server',
  claimCase: 'runs on the server',
  codeArrival: 'part of the sign-in, which is walked',
  draftForm: 'part of an order and of its change, which are walked',
  keyCode: 'journeys sign in by e-mail, confirm an address and change a number',
  language: 'ends by loading the page again; journeys switch it',
  notification: 'a number at the bell; journeys count it',
  paging: 'part of every list; journeys turn its pages',
  passkeyOffer: 'asks the device; its journey has a virtual authenticator',
  passkeySignIn: 'asks the device; its journey has a virtual authenticator',
  passkeys: 'asks the device; its journey has a virtual authenticator',
  paymentSession: 'runs on the server',
  push: 'depends on the device’s own question; journeys answer it',
  photo: 'part of a form that is walked',
  photoSet: 'part of a form that is walked',
  preparation: 'fills in the order form, which is walked, at another page',
  reading: 'part of every page that reads',
  realtime: 'has no screen',
  refund: 'runs on the server',
  sharedLine: 'has no screen',
  statusPoll: 'part of a payment',
  submission: 'part of every form that posts once',
  textMessage: 'runs on the server',
}

it('walks every machine with a page on its screens, and lists a reason for each other machine', () => {
  const walked = new Set(browserModels.map(({ model }) => model.machine.id))
  const left = models.filter(({ name }) => !walked.has(name))
  const named = left.filter(({ machine }) => nodesOf(machine.root).some(({ meta }) => meta?.page))
  expect(named).toEqual([])
  expect(left.map(({ name }) => name).sort()).toEqual(Object.keys(unwalked).sort())
})
