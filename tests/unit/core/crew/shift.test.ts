import type { App } from '@handsfree/core'
import type { Shift } from '@handsfree/core/contract'
import {
  createShift,
  type ShiftActor,
  selectFreePlates,
  selectShift,
  selectShiftProblem,
  selectTaker,
} from '@handsfree/core/crew'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shift as sample } from '../../models/shift.model.ts'
import { FakeBrowser, type FakePlatform, type FakeServer, Refusal, soon } from '../fake-platform.ts'
import { crewServer, openCrewTab, storeCrew } from './crew-tab.ts'

const plate = '沪A·0731'

let server: FakeServer
let app: App
let platform: FakePlatform
let shift: ShiftActor
/** The shift that the server has. */
let current: Shift | null

beforeEach(async () => {
  current = null
  server = crewServer()
  Object.assign(server.routes, {
    'GET /crew/shift': () => ({ shift: current, freePlates: current ? [] : [plate, '沪B·0815'] }),
    'POST /crew/shift/start': () => {
      current = sample()
      return current
    },
    'POST /crew/shift/break': ({ body }: { body: { isOnBreak: boolean } }) => {
      current = sample({ breakTime: body.isOnBreak ? '2026-11-24T12:00:00+08:00' : null })
      return current
    },
    'POST /crew/shift/end': () => {
      current = null
      return sample({ endTime: '2026-11-24T18:00:00+08:00' })
    },
  })
  const browser = new FakeBrowser()
  storeCrew(browser)
  const tab = openCrewTab(server, browser)
  app = tab.app
  platform = tab.platform
  shift = createShift(app)
  shift.start()
  await soon(() => expect(selectFreePlates(shift.getSnapshot())).toHaveLength(2))
})
afterEach(() => {
  shift.stop()
  app.stop()
})

const snapshot = () => shift.getSnapshot()
const isIdle = () => soon(() => expect(snapshot().value).toBe('idle'))
const keysOf = (route: string) => server.of(route).map(({ headers }) => headers.get('idempotency-key'))

it('starts with the own car, takes a break, and ends by the plate', async () => {
  shift.send({ type: 'shift.start' })
  await isIdle()
  expect(selectShift(snapshot())?.plate).toBe(plate)
  for (const isOnBreak of [true, false]) {
    shift.send({ type: 'shift.break' })
    await soon(() => expect(selectShift(snapshot())?.breakTime != null).toBe(isOnBreak))
  }
  expect(snapshot().can({ type: 'shift.end' })).toBe(false)
  shift.send({ type: 'plate.change', plate })
  shift.send({ type: 'shift.end' })
  await isIdle()
  expect(selectShift(snapshot())).toBeNull()
  const bodies = server.sent.flatMap(({ path, body }) => (path.startsWith('/crew/shift/') ? [body] : []))
  expect(bodies).toEqual([{}, { isOnBreak: true }, { isOnBreak: false }, { plate }])
})

it('names the taken car, and tries another plate under a new key', async () => {
  server.routes['POST /crew/shift/start'] = () => new Refusal(4001)
  shift.send({ type: 'plate.change', plate })
  shift.send({ type: 'shift.start' })
  await soon(() => expect(selectShiftProblem(snapshot())).toMatchObject({ kind: 'refused', code: 4001 }))
  shift.send({ type: 'plate.change', plate: '沪B·0815' })
  expect(selectShiftProblem(snapshot())).toBeNull()
  shift.send({ type: 'shift.start' })
  await soon(() => expect(server.of('POST /crew/shift/start')).toHaveLength(2))
  expect(new Set(keysOf('POST /crew/shift/start')).size).toBe(2)
})

it('retries an unanswered start under the same key', async () => {
  const start = server.routes['POST /crew/shift/start']
  delete server.routes['POST /crew/shift/start']
  shift.send({ type: 'shift.start' })
  await soon(() => expect(selectShiftProblem(snapshot())).toEqual({ kind: 'network' }))
  Object.assign(server.routes, { 'POST /crew/shift/start': start })
  shift.send({ type: 'shift.start' })
  await soon(() => expect(selectShift(snapshot())).not.toBeNull())
  // The client has repeated the first post before it gave up.
  const keys = keysOf('POST /crew/shift/start')
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
})

it('shows a shift that has started although the answer was lost', async () => {
  server.routes['POST /crew/shift/start'] = () => {
    current = sample()
    throw new TypeError('Failed to fetch')
  }
  shift.send({ type: 'shift.start' })
  await soon(() => expect(selectShift(snapshot())).toEqual(sample()))
  expect(selectShiftProblem(snapshot())).toBeNull()
  server.routes['POST /crew/shift/end'] = () => new Refusal(4002)
  shift.send({ type: 'plate.change', plate: 'X' })
  shift.send({ type: 'shift.end' })
  await soon(() => expect(selectShiftProblem(snapshot())).toMatchObject({ code: 4002 }))
  expect(keysOf('POST /crew/shift/end')[0]).not.toBe(keysOf('POST /crew/shift/start')[0])
})

it('reads the shift again when the courier returns', async () => {
  current = sample()
  platform.comeBack()
  await soon(() => expect(selectShift(snapshot())).toEqual(sample()))
})

it('hands the bags to the chosen colleague, who must still be on shift', async () => {
  let colleagues = [{ employeeId: 'courier-2', name: 'Lin', plate: '沪A·0418' }]
  current = sample()
  server.routes['GET /crew/shift'] = () => ({
    shift: current,
    freePlates: [],
    inHand: { orders: 1, pieces: 2 },
    colleagues,
  })
  platform.comeBack()
  await soon(() => expect(selectShift(snapshot())).not.toBeNull())
  shift.send({ type: 'plate.change', plate })
  expect(snapshot().can({ type: 'shift.end' })).toBe(false)
  shift.send({ type: 'colleague.choose', employeeId: 'courier-2' })
  expect(snapshot().can({ type: 'shift.end' })).toBe(true)

  const [lin] = colleagues
  colleagues = []
  platform.comeBack()
  await soon(() => expect(selectTaker(snapshot())).toBe(''))
  expect(snapshot().can({ type: 'shift.end' })).toBe(false)

  colleagues = lin ? [lin] : []
  platform.comeBack()
  await soon(() => expect(snapshot().can({ type: 'colleague.choose', employeeId: 'courier-2' })).toBe(true))
  shift.send({ type: 'colleague.choose', employeeId: 'courier-2' })
  shift.send({ type: 'shift.end' })
  await soon(() =>
    expect(server.of('POST /crew/shift/end').map(({ body }) => body)).toEqual([
      { plate, toEmployeeId: 'courier-2' },
    ]),
  )
})
