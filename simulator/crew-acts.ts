import { type OperationAction, operationActions } from '@handsfree/core/contract'
import type { ActName } from '@handsfree/core/crew'

/** An act that an employee's app has accepted. */
export type AcceptedAct = {
  /** Idempotency key. */
  key: string
  employeeId: string
  orderId: string
  name: ActName
  /** Photos that the employee attached. */
  photos: number
  /** Whether the device had no network at the time of the tap. */
  isOffline: boolean
}

type TrackedAct = AcceptedAct & {
  /** Whether a server has done it. */
  hasArrived: boolean
  /** `seen`: the app has shown the refusal. `undone`: the employee took it back. */
  end: 'waiting' | 'seen' | 'undone'
}

/** A call with a token, outside the app. Without an answer, it may have been done. */
type DirectCall = Pick<AcceptedAct, 'employeeId' | 'orderId' | 'name'> & { isAnswered: boolean }

/** The log entry of each act. Operators do the other acts. */
const logged: Partial<Record<ActName, OperationAction>> = {
  'decision.allow': operationActions.decisionAllow,
  'decision.reject': operationActions.decisionReject,
  'transfer.apply': operationActions.transferApply,
  'transfer.accept': operationActions.transferAccept,
  'transfer.reject': operationActions.transferReject,
  'transfer.cancel': operationActions.transferCancel,
  'courier.arriveAtPickup': operationActions.courierArrivedAtDeparture,
  'order.change': operationActions.packageChange,
  'order.pickUp': operationActions.pickup,
  'transport.start': operationActions.transportInProgress,
  'transport.complete': operationActions.transportComplete,
  'warehouse.apply': operationActions.warehouseApply,
  'package.confirm': operationActions.warehousePackageConfirm,
  'warehouse.confirm': operationActions.warehouseConfirm,
  'order.hand': operationActions.hand,
  'order.hotelHand': operationActions.hotelHand,
  'return.begin': operationActions.exceptionCreate,
  'return.start': operationActions.transportInProgress,
  'return.complete': operationActions.transportComplete,
  'exception.report': operationActions.exceptionCreate,
}

/** Acts that need the receiver’s code or identity. */
const proven: readonly ActName[] = ['order.hand', 'order.hotelHand']

export type LogCount = { employeeId: string; orderId: string; action: number; count: number }

const groupOf = (employeeId: string, orderId: string, action: number | undefined) =>
  `${employeeId} ${orderId} ${action}`

export type CrewCounts = {
  acts: number
  /** Acts without a network that were sent later, also refused ones. */
  replayed: number
  refused: number
  lost: string[]
  twice: string[]
}

/** All acts of couriers and desks, from the tap until the server has them. */
export class CrewActs {
  readonly #acts = new Map<string, TrackedAct>()
  readonly #calls: DirectCall[] = []
  /** Violations of the order of taps. */
  readonly overtaken: string[] = []

  accept(act: AcceptedAct): void {
    this.#acts.set(act.key, { ...act, hasArrived: false, end: 'waiting' })
  }

  setEnd(key: string, end: TrackedAct['end']): void {
    const act = this.#acts.get(key)
    if (act) act.end = end
  }

  addCall(call: DirectCall): void {
    this.#calls.push(call)
  }

  /** Records a server's answer to a request with an act's key. */
  recordAnswer(key: string | undefined, body: string): void {
    const act = key === undefined ? undefined : this.#acts.get(key)
    if (!act || act.hasArrived || !body.startsWith('{"code":0,')) return
    act.hasArrived = true
    for (const earlier of this.#acts.values()) {
      if (earlier === act) return
      const isSame = earlier.employeeId === act.employeeId && earlier.orderId === act.orderId
      if (isSame && earlier.end === 'waiting' && !earlier.hasArrived)
        this.overtaken.push(`${act.name} of ${act.employeeId} arrived before ${earlier.name}: ${act.orderId}`)
    }
  }

  get arrivedPickups(): AcceptedAct[] {
    return [...this.#acts.values()].filter(({ name, hasArrived }) => hasArrived && name === 'order.pickUp')
  }

  /** Compares the acts with the orders' log. Call it once nothing waits. */
  compare(logs: readonly LogCount[]): CrewCounts {
    const acts = [...this.#acts.values()]
    const lost: string[] = []
    const twice: string[] = []
    for (const { name, employeeId, orderId, end, hasArrived } of acts) {
      const details = `${name} of ${employeeId} at ${orderId}`
      if (end === 'waiting' && !hasArrived) lost.push(`${details} has neither arrived nor been refused`)
      if (end !== 'waiting' && hasArrived) twice.push(`${details} has arrived, although it is ${end}`)
    }
    const found = new Map(logs.map((log) => [groupOf(log.employeeId, log.orderId, log.action), log.count]))
    const expected = new Map<string, { least: number; most: number }>()
    const expectOne = ({ employeeId, orderId, name }: DirectCall | TrackedAct, isCertain: boolean) => {
      const group = groupOf(employeeId, orderId, logged[name])
      const { least, most } = expected.get(group) ?? { least: 0, most: 0 }
      expected.set(group, { least: least + (isCertain ? 1 : 0), most: most + 1 })
    }
    for (const act of acts) {
      // A wrong proof is refused and logged.
      const isMaybeLogged = act.end === 'seen' && proven.includes(act.name)
      if (act.hasArrived || isMaybeLogged) expectOne(act, act.hasArrived)
    }
    for (const call of this.#calls) expectOne(call, call.isAnswered)
    for (const group of new Set([...expected.keys(), ...found.keys()])) {
      const { least, most } = expected.get(group) ?? { least: 0, most: 0 }
      const count = found.get(group) ?? 0
      if (count < least) lost.push(`${group} is in the log ${count} times instead of ${least}`)
      if (count > most) twice.push(`${group} is in the log ${count} times instead of ${most}`)
    }
    const offline = acts.filter(({ isOffline }) => isOffline)
    return {
      acts: acts.length,
      replayed: offline.filter(({ end, hasArrived }) => hasArrived || end === 'seen').length,
      refused: acts.filter(({ end }) => end === 'seen').length,
      lost,
      twice,
    }
  }

  /** Actions in the log that acts of couriers and desks cause. */
  static readonly actions = [...new Set(Object.values(logged))]
}
