import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { CourierShift, Shift } from '../contract/crew.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as team from './team.ts'

/** The couriers on shift, whose shifts operators can end. */
export const teamMachine = setup({
  types: {
    context: {} as team.TeamContext,
    events: {} as team.TeamEvent,
    meta: {} as ScreenMeta<team.TeamEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    endShift: fromPromise<Shift, team.EndCourierShiftInput>(notProvided('team', 'endShift')),
  },
  actions: {
    setShifts: assign(({ context }, shifts: readonly CourierShift[]) => team.withShifts(context, shifts)),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setLeaving: assign({
      leavingId: (_, employeeId: string) => employeeId,
      toEmployeeId: '',
      problem: null,
    }),
    setTaker: assign({ toEmployeeId: (_, employeeId: string) => employeeId, problem: null }),
    clearLeaving: assign({ leavingId: '', toEmployeeId: '', problem: null }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOnShift: ({ context }, employeeId: string) => team.shiftOf(context, employeeId) !== null,
    isGone: ({ context }, shifts: readonly CourierShift[]) =>
      team.shiftOf({ shifts }, context.leavingId) === null,
    isColleague: ({ context }, employeeId: string) =>
      employeeId !== context.leavingId && team.shiftOf(context, employeeId) !== null,
    canEnd: ({ context }) => team.canEnd(context),
  },
}).createMachine({
  id: 'team',
  meta: { page: '/crew/shifts', title: 'crewTeam.title' },
  context: { shifts: null, leavingId: '', toEmployeeId: '', problem: null },
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setShifts', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'reading.gone': { actions: 'refreshSnapshot' },
  },
  states: {
    idle: {
      on: {
        'courier.choose': {
          guard: { type: 'isOnShift', params: ({ event }) => event.employeeId },
          target: 'choosing',
          actions: { type: 'setLeaving', params: ({ event }) => event.employeeId },
        },
      },
    },
    choosing: {
      description: 'The operator confirms the end, and names who takes the bags.',
      on: {
        'reading.done': [
          {
            guard: { type: 'isGone', params: ({ event }) => event.value },
            target: 'idle',
            actions: [{ type: 'setShifts', params: ({ event }) => event.value }, 'clearLeaving'],
            description: 'The courier has ended the shift meanwhile.',
          },
          { actions: { type: 'setShifts', params: ({ event }) => event.value } },
        ],
        'taker.choose': {
          guard: { type: 'isColleague', params: ({ event }) => event.employeeId },
          actions: { type: 'setTaker', params: ({ event }) => event.employeeId },
        },
        'shift.end': { guard: 'canEnd', target: 'ending', actions: 'clearProblem' },
        'courier.drop': { target: 'idle', actions: 'clearLeaving' },
      },
    },
    ending: {
      tags: 'busy',
      invoke: {
        id: 'endShift',
        src: 'endShift',
        input: ({ context: { leavingId, toEmployeeId } }) => ({ leavingId, toEmployeeId }),
        onDone: { target: 'idle', actions: ['clearLeaving', 'readAgain'] },
        onError: {
          target: 'choosing',
          actions: ['setProblem', 'readAgain'],
          description: 'The courier may have picked up bags, or ended the shift.',
        },
      },
    },
  },
})

export type TeamActor = ActorRefFrom<typeof teamMachine>
