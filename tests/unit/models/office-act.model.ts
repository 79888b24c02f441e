import { fail, ok } from '@handsfree/core'
import { officeActMachine } from '@handsfree/core/office'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const params = { employeeId: 'employee-1' }

export const officeActModel = defineModel<typeof officeActMachine>({
  machine: officeActMachine,
  starts: { opened: () => undefined },
  samples: {
    'act.send': {
      invite: { act: { name: 'inviteEmployee', request: { params, body: {} } } },
      disable: { act: { name: 'setEmployeeState', request: { params, body: { isDisabled: true } } } },
    },
    'act.dismiss': { '': {} },
  },
  outcomes: {
    sendAct: {
      done: ok({ token: 'invitation-1234567890a', expiresAt: '2026-11-25T10:00:00+08:00' }),
      refused: fail(refused(2005)),
      offline: fail(offline),
    },
  },
  facts: ({ context: { act, result, problem } }) => ({
    act: act?.name ?? null,
    hasResult: result !== null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'a result is shown exactly after an act is done': ({ snapshot }) =>
      (snapshot.context.result !== null) === snapshot.matches('done'),
    'a problem is shown exactly after an act has failed': ({ snapshot }) =>
      (snapshot.context.problem !== null) === snapshot.matches('failed'),
    'the page knows which act is sent': ({ snapshot }) =>
      snapshot.matches('idle') === (snapshot.context.act === null),
  },
  simple: { steps: 6, paths: 40 },
})
