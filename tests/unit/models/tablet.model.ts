import { fail, ok } from '@handsfree/core'
import type { CrewSession, TabletAccess } from '@handsfree/core/contract'
import { selectIsTabletLocked, tabletMachine, type UnlockInput } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { crewMember, offline, refused } from './samples.ts'

export const access: TabletAccess = {
  token: 'tablet-token-1',
  deviceId: 'tablet-1',
  site: { siteId: 'lakeside-garden-hotel', name: 'Lakeside Garden Hotel' },
}
const lin = { employeeId: 'site-1', name: 'Lin' }
const chen = { employeeId: 'site-2', name: 'Chen' }
const session: CrewSession = {
  token: 'token-1',
  employee: crewMember({ employeeId: 'site-1', role: 'site', name: 'Lin' }),
}

export const tabletModel = defineModel<typeof tabletMachine>({
  machine: tabletMachine,
  starts: {
    'a device of one person': ({ now }) => ({ now, lastUseAt: now, access: null, employeeId: 'site-1' }),
    'a locked tablet': ({ now }) => ({ now, lastUseAt: now, access, employeeId: null }),
    'an unlocked tablet': ({ now }) => ({ now, lastUseAt: now, access, employeeId: 'site-1' }),
    'a tablet that nobody used since': ({ now }) => ({
      now,
      lastUseAt: () => 0,
      access,
      employeeId: 'site-1',
    }),
  },
  samples: {
    'tablet.start': { '': {} },
    'tablet.lock': { '': {} },
    'tablet.end': { '': {} },
    'tablet.leave': { '': {} },
    'tablet.found': { started: { access }, ended: { access: null } },
    'employee.changed': { 'signed out': { employeeId: null }, 'signed in': { employeeId: 'site-1' } },
    'device.returned': { '': {} },
    'person.choose': { '': { employeeId: 'site-1' } },
    'person.drop': { '': {} },
    'pin.change': { complete: { pin: '2580' }, 'two digits': { pin: '25' } },
    'pin.submit': { '': {} },
    'reading.done': { both: { value: { people: [lin, chen] } }, nobody: { value: { people: [] } } },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
  },
  sentBy: {
    'reading.done': 'reading',
    'reading.gone': 'reading',
    'reading.changed': 'reading',
    'tablet.found': 'watchDevice',
    'employee.changed': 'watchDevice',
    'device.returned': 'watchDevice',
  },
  outcomes: {
    startTablet: { started: ok(access), 'without a PIN': fail(refused(2006)), offline: fail(offline) },
    sendActs: { sent: ok(undefined), failed: fail(offline) },
    endTablet: { ended: ok({}), 'ended elsewhere': fail(refused(1002)), offline: fail(offline) },
    checkPin: {
      right: ok(session),
      wrong: fail(refused(2001, { triesLeft: 4 })),
      'too many': fail(refused(2001, { triesLeft: 0, retryAfter: 600 })),
      'tablet ended': fail(refused(1002)),
      offline: fail(offline),
    },
  },
  delays: { idleTime: [600_000], sendTime: [5_000] },
  facts: ({ context: { access: current, employeeId, people, personId, pin, problem } }) => ({
    isTablet: current !== null,
    isSignedIn: employeeId !== null,
    people: people?.length ?? null,
    isChosen: personId !== null,
    digits: pin.length,
    problem: problem?.code ?? null,
  }),
  laws: {
    'no PIN is kept once it was checked': ({ snapshot }) =>
      snapshot.matches({ on: { locked: 'typing' } }) ||
      snapshot.matches({ on: { locked: 'checking' } }) ||
      snapshot.matches({ on: { locked: 'done' } }) ||
      snapshot.context.pin === '',
    'only a device of one person isn’t a tablet': ({ snapshot }) =>
      snapshot.matches('on') === (snapshot.context.access !== null),
    'a tablet without a person is locked': ({ snapshot }) =>
      !snapshot.matches({ on: 'unlocked' }) || snapshot.context.employeeId !== null,
    'names are shown only while locked': ({ snapshot }) =>
      selectIsTabletLocked(snapshot) || snapshot.context.people === null,
    'a PIN is sent with four digits, for a chosen person': ({ calls }) =>
      calls.every(({ id, input }) => {
        if (id !== 'checkPin') return true
        const { pin, employeeId } = input as UnlockInput
        return pin.length === 4 && employeeId !== ''
      }),
  },
  simple: { steps: 8, paths: 60 },
})
