import { fail, ok } from '@handsfree/core'
import type { Shift } from '@handsfree/core/contract'
import { type EndShiftInput, type PlateInput, selectIsShiftBusy, shiftMachine } from '@handsfree/core/crew'
import { isOutcomeUnknown } from '@handsfree/core/lib'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const plate = '沪A·0731'

export const shift = (changed: Partial<Shift> = {}): Shift => ({
  shiftId: 'shift-1',
  plate,
  startTime: '2026-11-24T08:00:00+08:00',
  endTime: null,
  breakTime: null,
  ...changed,
})
const onBreak = shift({ breakTime: '2026-11-24T12:00:00+08:00' })

export const colleague = { employeeId: 'courier-2', name: 'Lin', plate: '沪A·0418' }
const emptyHands = { freePlates: [], inHand: { orders: 0, pieces: 0 }, colleagues: [colleague] }

const failures = { offline: fail(offline), 'server broken': fail(refused(1003)) }

export const shiftModel = defineModel<typeof shiftMachine>({
  machine: shiftMachine,
  starts: { opened: ({ newKey }) => ({ newKey }) },
  samples: {
    'reading.done': {
      'off shift': { value: { ...emptyHands, shift: null, freePlates: [plate] } },
      'on shift': { value: { ...emptyHands, shift: shift() } },
      'on a break': { value: { ...emptyHands, shift: onBreak } },
      'with bags': { value: { ...emptyHands, shift: shift(), inHand: { orders: 1, pieces: 2 } } },
      'a colleague left': {
        value: { ...emptyHands, shift: shift(), inHand: { orders: 1, pieces: 2 }, colleagues: [] },
      },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'plate.change': { typed: { plate }, emptied: { plate: ' ' } },
    'colleague.choose': { '': { employeeId: colleague.employeeId } },
    'shift.start': { '': {} },
    'shift.break': { '': {} },
    'shift.end': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    startShift: { started: ok(shift()), 'car taken': fail(refused(4001)), ...failures },
    breakShift: { begun: ok(onBreak), ended: ok(shift()), 'no shift': fail(refused(9001)), ...failures },
    endShift: {
      ended: ok(shift({ endTime: '2026-11-24T18:00:00+08:00' })),
      'other car': fail(refused(4002)),
      'bags in hand': fail(refused(5002, { orderIds: ['order-1'] })),
      ...failures,
    },
  },
  facts: ({
    context: { shift: current, freePlates, plate: typed, inHand, colleagues, toEmployeeId, key, problem },
  }) => ({
    isRead: freePlates !== null,
    isOnShift: current !== null,
    isOnBreak: current?.breakTime != null,
    hasPlate: typed.trim() !== '',
    hasBags: inHand.orders > 0,
    hasColleague: colleagues.length > 0,
    hasTaker: toEmployeeId !== '',
    hasKey: key !== '',
    problem: problem && (isOutcomeUnknown(problem) ? 'unknown' : 'refused'),
  }),
  laws: {
    'a start or end keeps its key while its plate stays, and no two share one': ({ calls }) => {
      const bodies = new Map<string, string>()
      return calls
        .filter(({ id }) => id === 'startShift' || id === 'endShift')
        .every(({ id, input }) => {
          const { plate: sent, toEmployeeId, key } = input as EndShiftInput
          const body = `${id} ${sent} ${toEmployeeId}`
          const isOwn = (bodies.get(key) ?? body) === body
          bodies.set(key, body)
          return key !== '' && isOwn
        })
    },
    'no car is returned without its plate': ({ calls }) =>
      calls.every(({ id, input }) => id !== 'endShift' || (input as PlateInput).plate.trim() !== ''),
    'a taker is a colleague on shift': ({ snapshot: { context } }) =>
      context.toEmployeeId === '' ||
      context.colleagues.some(({ employeeId }) => employeeId === context.toEmployeeId),
    'a problem is shown only until the next attempt': ({ snapshot }) =>
      snapshot.matches('idle') || snapshot.context.problem === null,
    'the page is busy exactly while a request is out': ({ snapshot }) =>
      selectIsShiftBusy(snapshot) !== snapshot.matches('idle'),
  },
  simple: { steps: 8, paths: 60 },
})
