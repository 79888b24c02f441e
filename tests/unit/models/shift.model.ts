import { fail, ok } from '@handsfree/core'
import type { Shift } from '@handsfree/core/contract'
import { type PlateInput, selectIsShiftBusy, shiftMachine } from '@handsfree/core/crew'
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

const failures = { offline: fail(offline), 'server broken': fail(refused(1003)) }

export const shiftModel = defineModel<typeof shiftMachine>({
  machine: shiftMachine,
  starts: { opened: ({ newKey }) => ({ newKey }) },
  samples: {
    'reading.done': {
      'off shift': { value: { shift: null, freePlates: [plate] } },
      'on shift': { value: { shift: shift(), freePlates: [] } },
      'on a break': { value: { shift: onBreak, freePlates: [] } },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'plate.change': { typed: { plate }, emptied: { plate: ' ' } },
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
  facts: ({ context: { shift: current, freePlates, plate: typed, key, problem } }) => ({
    isRead: freePlates !== null,
    isOnShift: current !== null,
    isOnBreak: current?.breakTime != null,
    hasPlate: typed.trim() !== '',
    hasKey: key !== '',
    problem: problem && (isOutcomeUnknown(problem) ? 'unknown' : 'refused'),
  }),
  laws: {
    'a start or end keeps its key while its plate stays, and no two share one': ({ calls }) => {
      const bodies = new Map<string, string>()
      return calls
        .filter(({ id }) => id === 'startShift' || id === 'endShift')
        .every(({ id, input }) => {
          const { plate: sent, key } = input as PlateInput
          const body = `${id} ${sent}`
          const isOwn = (bodies.get(key) ?? body) === body
          bodies.set(key, body)
          return key !== '' && isOwn
        })
    },
    'no car is returned without its plate': ({ calls }) =>
      calls.every(({ id, input }) => id !== 'endShift' || (input as PlateInput).plate.trim() !== ''),
    'a problem is shown only until the next attempt': ({ snapshot }) =>
      snapshot.matches('idle') || snapshot.context.problem === null,
    'the page is busy exactly while a request is out': ({ snapshot }) =>
      selectIsShiftBusy(snapshot) !== snapshot.matches('idle'),
  },
  simple: { steps: 8, paths: 60 },
})
