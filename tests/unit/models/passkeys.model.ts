import { fail, ok } from '@handsfree/core'
import type { Passkey } from '@handsfree/core/contract'
import { PasskeyFailureError, type PasskeysInput, passkeysMachine } from '@handsfree/core/passkeys'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const createTime = '2026-11-21T02:00:00Z'
const phone: Passkey = { passkeyId: 'phone', name: 'Phone', createTime, useTime: null }
const laptop: Passkey = { passkeyId: 'laptop', name: 'Laptop', createTime, useTime: createTime }

const opened = (canAdd: boolean) => (): PasskeysInput => ({ canAdd })

export const passkeysModel = defineModel<typeof passkeysMachine>({
  machine: passkeysMachine,
  starts: { opened: opened(true), 'opened where passkeys are missing': opened(false) },
  samples: {
    'reading.done': { two: { value: [phone, laptop] }, one: { value: [phone] }, none: { value: [] } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'passkey.add': { '': {} },
    'passkey.rename': {
      phone: { passkeyId: 'phone' },
      'one that is not there': { passkeyId: 'other' },
    },
    'name.change': { 'another name': { name: 'Red phone' }, 'no name': { name: ' ' } },
    'name.save': { '': {} },
    'passkey.remove': {
      phone: { passkeyId: 'phone' },
      'one that is not there': { passkeyId: 'other' },
    },
    'passkey.confirm': { '': {} },
    'passkey.dismiss': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    addPasskey: {
      added: ok([phone]),
      cancelled: new PasskeyFailureError({ code: 'cancelled' }),
      'already here': new PasskeyFailureError({ code: 'alreadyHere' }),
      'too many': fail(refused(1013)),
      offline: fail(offline),
    },
    renamePasskey: { renamed: ok([phone]), gone: fail(refused(1002)), offline: fail(offline) },
    removePasskey: { removed: ok([]), gone: fail(refused(1002)), offline: fail(offline) },
  },
  facts: ({ context: { canAdd, list, entry, problem } }) => ({
    canAdd,
    passkeys: list?.length ?? null,
    entry: entry?.passkeyId ?? null,
    name: entry?.name ?? null,
    problem: problem?.code ?? null,
  }),
  laws: {
    'an entry is there exactly while it is renamed or removed': ({ snapshot }) =>
      (snapshot.matches('idle') || snapshot.matches('adding')) === (snapshot.context.entry === null),
    'no passkey is added where the device has none': ({ snapshot, calls }) =>
      snapshot.context.canAdd || calls.every(({ id }) => id !== 'addPasskey'),
    'no empty name is sent': ({ calls }) =>
      calls.every(({ id, input }) => {
        const { name } = (input ?? {}) as { name?: string }
        return id !== 'renamePasskey' || name?.trim() !== ''
      }),
  },
  simple: { steps: 6, paths: 20 },
})
