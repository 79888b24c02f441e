import { fail, ok } from '@handsfree/core'
import type { CourierShift } from '@handsfree/core/contract'
import { selectLeaving, teamMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'
import { shift } from './shift.model.ts'

export const courierShift = (changed: Partial<CourierShift> = {}): CourierShift => ({
  ...shift(),
  employeeId: 'courier-1',
  name: 'Chen',
  inHand: { orders: 0, pieces: 0 },
  ...changed,
})
const inHand = { orders: 1, pieces: 2 }
const chen = courierShift()
const lin = courierShift({ shiftId: 'shift-2', employeeId: 'courier-2', name: 'Lin', plate: '沪A·0418' })

export const teamModel = defineModel<typeof teamMachine>({
  machine: teamMachine,
  starts: { opened: () => undefined },
  samples: {
    'reading.done': {
      both: { value: [chen, lin] },
      'with bags': { value: [{ ...chen, inHand }, lin] },
      'without a colleague': { value: [{ ...chen, inHand }] },
      'without the courier': { value: [lin] },
      nobody: { value: [] },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'courier.choose': { '': { employeeId: 'courier-1' } },
    'taker.choose': { '': { employeeId: 'courier-2' } },
    'shift.end': { '': {} },
    'courier.drop': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    endShift: {
      ended: ok(shift({ endTime: '2026-11-24T18:00:00+08:00' })),
      'bags in hand': fail(refused(5002, { orderIds: ['order-1'] })),
      'no shift': fail(refused(9001)),
      offline: fail(offline),
      'server broken': fail(refused(1003)),
    },
  },
  facts: (snapshot) => {
    const { shifts, leavingId, toEmployeeId, problem } = snapshot.context
    return {
      shifts: shifts?.length ?? null,
      hasBags: shifts?.some((one) => one.inHand.orders > 0) ?? null,
      isChosen: leavingId !== '',
      hasTaker: toEmployeeId !== '',
      problem: problem?.kind ?? null,
    }
  },
  laws: {
    'a shift is chosen exactly while it is to end': ({ snapshot }) =>
      snapshot.matches('idle') === (snapshot.context.leavingId === ''),
    'bags in hand go to someone': ({ snapshot }) =>
      !snapshot.can({ type: 'shift.end' }) ||
      selectLeaving(snapshot)?.inHand.orders === 0 ||
      snapshot.context.toEmployeeId !== '',
    'a problem is shown only beside its shift': ({ snapshot }) =>
      snapshot.matches('choosing') || snapshot.context.problem === null,
  },
  simple: { steps: 8, paths: 60 },
})
