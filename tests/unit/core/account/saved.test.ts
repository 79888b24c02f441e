import { fail, ok } from '@handsfree/core'
import {
  offeredAddresses,
  offeredReceivers,
  savedMachine,
  savedStore,
  selectEditedEntry,
  selectSavedErrors,
  toDraftReceiver,
  toSavedDelivery,
} from '@handsfree/core/account'
import { type Draft, partsToRemember, toOrderDraft } from '@handsfree/core/booking'
import type { SavedEntry } from '@handsfree/core/contract'
import { isValidPhone } from '@handsfree/core/phone'
import { expect, it } from 'vitest'
import { completeDraft } from '../../models/placement.model.ts'
import { offline, qrSite } from '../../models/samples.ts'
import { FakeBrowser } from '../fake-platform.ts'
import { Journey } from '../journey.ts'

const grace = { kind: 'receiver', name: 'Grace', dialCode: '86', phoneNumber: '13912345678' } as const
const home = { kind: 'address', regionId: 'shanghai', address: '5 Garden Lane', detail: '3F' } as const
const entry = <Content extends SavedEntry['content']>(savedId: string, content: Content) => ({
  savedId,
  content,
  regionName: '',
  useTime: '2026-11-21T02:00:00Z',
})
const list = [entry('grace', grace), entry('home', home)]

const opened = async () => {
  const journey = new Journey(savedMachine, () => ({ cachedList: null, isValidPhone }))
  journey.send({ type: 'reading.done', value: list })
  return journey
}

it('saves an edited entry only with a valid name and number, and shows the returned list', async () => {
  const journey = await opened()
  journey.send({ type: 'entry.edit', savedId: 'grace' })
  expect(selectEditedEntry(journey.snapshot)).toEqual({ savedId: 'grace', content: grace })
  const wrong = { ...grace, name: ' ', phoneNumber: '1' }
  journey.do({ type: 'entry.change', content: wrong })
  expect(selectSavedErrors(journey.snapshot)).toEqual({})
  journey.do({ type: 'entry.save' })
  expect(journey.inputs('changeEntry')).toEqual([])
  expect(selectSavedErrors(journey.snapshot)).toEqual({
    name: 'receiverNameRequired',
    phone: 'receiverPhoneInvalid',
  })
  const hopper = { ...grace, name: 'Hopper' }
  journey.do({ type: 'entry.change', content: hopper }, { type: 'entry.save' })
  expect(journey.inputs('changeEntry')).toEqual([{ savedId: 'grace', content: hopper }])
  await journey.answer('changeEntry', fail(offline))
  expect(journey.snapshot.context).toMatchObject({ entry: { content: hopper }, problem: { kind: 'network' } })
  journey.send({ type: 'entry.save' })
  await journey.answer('changeEntry', ok([entry('grace', hopper)]))
  expect(journey.snapshot.context).toMatchObject({
    list: [{ content: { name: 'Hopper' } }],
    entry: null,
    problem: null,
  })
})

it('shows the stored list while it is read, and stores it per traveller and language', () => {
  const journey = new Journey(savedMachine, () => ({ cachedList: list, isValidPhone }))
  expect(journey.snapshot.context.list).toEqual(list)
  journey.send({ type: 'entry.edit', savedId: 'grace' })
  expect(selectEditedEntry(journey.snapshot)?.savedId).toBe('grace')
  const storage = new FakeBrowser().tab()
  const owner = { uin: 'uin-1', locale: 'en-US' } as const
  const stored = { version: 1 as const, ...owner, list: [...list] }
  savedStore.write(storage, stored)
  expect(savedStore.read(storage, owner)).toEqual(stored)
  expect(savedStore.read(storage, { uin: 'uin-1', locale: null })).toEqual(stored)
  expect(savedStore.read(storage, { uin: 'uin-1', locale: 'zh-CN' })).toBeNull()
  expect(savedStore.read(storage, { uin: 'uin-2', locale: 'en-US' })).toBeNull()
})

it('offers saved recipients except the current one, and addresses in the place’s service areas', () => {
  const me = { who: 'me', name: 'Ada', dialCode: '86', phoneNumber: '13800138000' } as const
  expect(offeredReceivers(list, me).map(({ savedId }) => savedId)).toEqual(['grace'])
  expect(offeredReceivers(list, toDraftReceiver(grace))).toEqual([])
  const elsewhere = entry('paris', { ...home, regionId: 'paris' })
  expect(offeredAddresses([...list, elsewhere], qrSite).map(({ savedId }) => savedId)).toEqual(['home'])
})

it('lists what the traveller chose to save, and leaves those choices out of the posted draft', () => {
  const draft: Draft = {
    ...completeDraft,
    receiver: toDraftReceiver(grace),
    delivery: toSavedDelivery(home),
  }
  expect(partsToRemember(draft)).toEqual(['receiver', 'address'])
  expect(toOrderDraft(draft, 'qr', [])).toMatchObject({
    receiver: { name: 'Grace', dialCode: '86', phoneNumber: '13912345678' },
    delivery: { kind: 'custom', regionId: 'shanghai', address: '5 Garden Lane', detail: '3F' },
  })
  expect(JSON.stringify(toOrderDraft(draft, 'qr', []))).not.toContain('save')
  expect(partsToRemember({ ...draft, receiver: { ...draft.receiver, who: 'me' } })).toEqual(['address'])
  expect(partsToRemember(completeDraft)).toEqual([])
})
