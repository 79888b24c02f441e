import { type ActorRefFrom, assign, fromPromise, sendTo, setup } from 'xstate'
import type { Shift } from '../contract/crew.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import * as shift from './shift.ts'

/** A courier's shift: start with a car, break, end by returning the car. */
export const shiftMachine = setup({
  types: {
    input: {} as shift.ShiftInput,
    context: {} as shift.ShiftContext,
    events: {} as shift.ShiftEvent,
    meta: {} as ScreenMeta<shift.ShiftEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    startShift: fromPromise<Shift, shift.PlateInput>(notProvided('shift', 'startShift')),
    breakShift: fromPromise<Shift, shift.BreakInput>(notProvided('shift', 'breakShift')),
    endShift: fromPromise<Shift, shift.EndShiftInput>(notProvided('shift', 'endShift')),
  },
  actions: {
    setFacts: assign(({ context }, facts: shift.ShiftFacts) => shift.withFacts(context, facts)),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({}),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
    setPlate: assign({ plate: (_, plate: string) => plate, key: '', problem: null }),
    setTaker: assign({ toEmployeeId: (_, employeeId: string) => employeeId, key: '', problem: null }),
    prepareKey: assign({ key: ({ context }) => context.key || context.newKey() }),
    setShift: assign({ shift: (_, shift: Shift) => shift, plate: '', key: '', problem: null }),
    clearShift: assign({ shift: null, plate: '', toEmployeeId: '', key: '', problem: null }),
    setProblem: assign({ problem: ({ event }): ApiFailure => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isOnShift: ({ context }) => context.shift !== null,
    isOffShift: ({ context }) => context.shift === null && context.freePlates !== null,
    isColleague: ({ context }, employeeId: string) =>
      context.colleagues.some((colleague) => colleague.employeeId === employeeId),
    canEndShift: ({ context }) => shift.canEndShift(context),
  },
}).createMachine({
  id: 'shift',
  meta: { page: '/crew/shift', title: 'crewShift.title' },
  context: ({ input }) => ({
    ...input,
    shift: null,
    freePlates: null,
    plate: '',
    inHand: { orders: 0, pieces: 0 },
    colleagues: [],
    toEmployeeId: '',
    key: '',
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'idle',
  on: {
    'reading.done': { actions: { type: 'setFacts', params: ({ event }) => event.value } },
    'reading.changed': { actions: 'refreshSnapshot' },
    'reading.gone': { actions: 'refreshSnapshot' },
  },
  states: {
    idle: {
      on: {
        'plate.change': { actions: { type: 'setPlate', params: ({ event }) => event.plate } },
        'colleague.choose': {
          guard: { type: 'isColleague', params: ({ event }) => event.employeeId },
          actions: { type: 'setTaker', params: ({ event }) => event.employeeId },
        },
        'shift.start': {
          guard: 'isOffShift',
          target: 'starting',
          actions: ['prepareKey', 'clearProblem'],
          description: 'Without a plate, the server takes the courier’s own car.',
        },
        'shift.break': { guard: 'isOnShift', target: 'changingBreak', actions: 'clearProblem' },
        'shift.end': {
          guard: 'canEndShift',
          target: 'ending',
          actions: ['prepareKey', 'clearProblem'],
        },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startShift',
        src: 'startShift',
        input: ({ context: { plate, key } }) => ({ plate, key }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'setShift', params: ({ event }) => event.output }, 'readAgain'],
        },
        onError: {
          target: 'idle',
          actions: ['setProblem', 'readAgain'],
          description: 'The shift may have started, or another courier may have the car.',
        },
      },
    },
    changingBreak: {
      tags: 'busy',
      invoke: {
        id: 'breakShift',
        src: 'breakShift',
        input: ({ context }) => ({ isOnBreak: context.shift?.breakTime == null }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'setShift', params: ({ event }) => event.output }, 'readAgain'],
        },
        onError: { target: 'idle', actions: ['setProblem', 'readAgain'] },
      },
    },
    ending: {
      tags: 'busy',
      description: 'The courier has confirmed the car’s plate, and who takes the bags.',
      invoke: {
        id: 'endShift',
        src: 'endShift',
        input: ({ context: { plate, toEmployeeId, key } }) => ({ plate, toEmployeeId, key }),
        onDone: { target: 'idle', actions: ['clearShift', 'readAgain'] },
        onError: { target: 'idle', actions: ['setProblem', 'readAgain'] },
      },
    },
  },
})

export type ShiftActor = ActorRefFrom<typeof shiftMachine>
