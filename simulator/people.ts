import { demoToken } from '@handsfree/core/api'
import {
  type CallShape,
  type OperatorOrder,
  operatorAnswerDestination,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorChange,
  operatorClose,
  operatorConfirmPackages,
  operatorDecide,
  operatorGetOrder,
  operatorHand,
  operatorHotelHand,
  operatorPickUp,
  operatorRefundDone,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { employeeForStep, siteWorker, usualCourier } from '../server/flows/autopilot/employee-for-step.ts'
import { nextStep, type Step } from '../server/flows/autopilot/steps.ts'
import { demoCatalogue } from '../server/runtime/demo/world.ts'
import { appActOf } from './app-act.ts'
import { ClaimDesk } from './claiming.ts'
import { crewIds, Employee } from './employee.ts'
import { randomLegalAct } from './legal-acts.ts'
import { type Act, mishaps } from './mishaps.ts'
import { bagChecksOf, returnAct } from './returning.ts'
import { hour, minute, second } from './time.ts'
import type { World } from './world.types.ts'

const employeeIds = new Set(demoCatalogue.employees.map(({ employeeId }) => employeeId))
/** Acts of which the server must refuse some. */
const irregular = ['tries', 'does']
const storageSiteIds = new Set(
  demoCatalogue.sites.filter(({ storage }) => storage).map(({ siteId }) => siteId),
)

/**
 * Couriers, desks and operators, on slightly outdated information. Couriers and desks act with the app, and by API calls
 * where it doesn't offer an act. Operators act by API calls.
 */
export class People {
  /** They also try forbidden actions, miscount and arrive late. */
  areUnruly = false
  readonly #world: World
  readonly #chance
  readonly #noticed = new Set<string>()
  readonly #met = new Set<string>()
  /** Orders that someone is processing. */
  readonly #inHand = new Set<string>()
  readonly #crew = new Map<string, Employee>()
  readonly #abandoned = new Set<string>()
  readonly #claims: ClaimDesk
  readonly #whims
  #tags = 0

  constructor(world: World) {
    this.#world = world
    this.#chance = world.chance.fork('people')
    this.#whims = world.chance.fork('whims')
    this.#claims = new ClaimDesk(world, () => this.areUnruly)
  }

  watch(orderId: string, after = this.#chance.between(5, 240) * second): void {
    if (this.#noticed.has(orderId)) return
    this.#noticed.add(orderId)
    this.#world.time.after(after, 'people', async () => {
      this.#noticed.delete(orderId)
      if (this.#inHand.has(orderId)) return this.watch(orderId)
      this.#inHand.add(orderId)
      await this.#processOrder(orderId)
      this.#inHand.delete(orderId)
    })
  }

  get crew(): Iterable<Employee> {
    return this.#crew.values()
  }

  #employee(id: string): Employee | null {
    if (!crewIds.includes(id)) return null
    const employee = this.#crew.get(id) ?? new Employee(this.#world, id, crewIds.indexOf(id))
    this.#crew.set(id, employee)
    return employee
  }

  watchClaims(): void {
    this.#claims.watch()
  }

  processClaims(): Promise<void> {
    return this.#claims.processClaims()
  }

  async #processOrder(orderId: string): Promise<void> {
    const token = demoToken('operator')
    const { code, result } = await this.#world.servers.call(operatorGetOrder, { params: { orderId }, token })
    if (code !== 0) return this.watch(orderId, 5 * minute)
    const order = result as OperatorOrder
    if (order.changes?.open?.kind === 'destination' && this.#chance.bool(0.6)) {
      const body = this.#chance.bool(0.7) ? { result: 'allow' } : { result: 'reject', reason: 'no way there' }
      await this.#try(order, { shape: operatorAnswerDestination, body, player: 'operator' }, 'answers')
    }
    // A reported, locked order can't move until someone resolves the report.
    if (order.lifecycle.exception === 'reported' && (!this.areUnruly || this.#chance.bool(0.5))) {
      const body = { result: 'settle', resolution: 'it is mended' }
      const isSettled = await this.#try(
        order,
        { shape: operatorResolve, body, player: 'operator' },
        'settles',
      )
      if (isSettled) return this.watch(orderId)
    }
    const step = nextStep(order, storageSiteIds.has(order.delivery.siteId ?? ''), 'on')
    if (this.areUnruly && this.#chance.bool(0.08)) await this.#try(order, this.#randomAct(order), 'tries')
    if (this.areUnruly && !this.#world.options.mishaps && this.#whims.bool(0.05))
      await this.#doAnything(order)
    const pickup = Date.parse(order.pickupTime)
    const wait = step === 'arriveAtPickup' ? pickup - this.#world.time.now - 5 * minute : 0
    const claimCode = await this.#shownCode(orderId)
    const regularAct = step && this.#regularAct(order, step, claimCode)
    if (step && (await this.#strike(order, step, regularAct, claimCode))) return this.watch(orderId)
    if (step === 'arriveAtPickup' && this.#abandoned.has(orderId)) {
      const patience = pickup + 6 * hour - this.#world.time.now
      if (patience > 0) return this.watch(orderId, patience)
      const body = { reason: 'nobody came' }
      const isOver = await this.#try(order, { shape: operatorCancel, body, player: 'operator' }, 'calls off')
      return isOver ? undefined : this.watch(orderId)
    }
    if (wait > minute) return this.watch(orderId, wait + this.#chance.between(0, 15) * minute)
    if (this.areUnruly && step === 'arriveAtPickup' && this.#chance.bool(0.1))
      return this.watch(orderId, this.#chance.between(30, 180) * minute)
    if (this.areUnruly && step === 'arriveAtDelivery' && this.#chance.bool(0.1))
      return this.watch(orderId, this.#chance.between(1, 6) * hour)
    const isAsked = order.returning?.state === 'wait' && order.returning.choice === null
    if (this.areUnruly && isAsked && this.#chance.bool(0.8))
      return this.watch(orderId, this.#chance.between(1, 8) * hour)
    const given = { chance: this.#chance, areCouriersUnruly: this.areUnruly, claimCode }
    const act = returnAct(order, step, given) ?? regularAct ?? this.#unpaidSurcharge(order)
    if (!act) return
    const isDone = await this.#try(order, act, step ?? 'returns')
    if (!isDone) this.watch(orderId)
  }

  /** Takes an action that the server offers, whether or not it is the regular one. */
  async #doAnything({ orderId, delivery }: OperatorOrder): Promise<void> {
    const desks = delivery.siteId === null ? [] : [siteWorker(delivery.siteId)]
    const player = this.#whims.pick(['operator', usualCourier, 'courier-0418', ...desks])
    const call = { params: { orderId }, token: demoToken(player) }
    const { code, result } = await this.#world.servers.call(operatorGetOrder, call)
    if (code !== 0) return
    const order = result as OperatorOrder
    const claimCode = await this.#shownCode(orderId)
    const bags = (pieces: number) => this.#bags(pieces)
    const act = randomLegalAct({ order, chance: this.#whims, claimCode, bags, regularAct: null }, player)
    if (act) await this.#try(order, act, 'does')
  }

  /** Once the world is calm, surcharges aren't paid any more. The bags stay, and an operator cancels the order. */
  #unpaidSurcharge({ lifecycle }: OperatorOrder): Act | null {
    if (this.areUnruly || lifecycle.closing !== 'open' || lifecycle.payment !== 'supplementary') return null
    return { shape: operatorCancel, body: { reason: 'the surcharge was not paid' }, player: 'operator' }
  }

  /** Applies a mishap to an order, if it has one now. Returns whether it did. */
  async #strike(
    order: OperatorOrder,
    step: Step,
    regularAct: Act | null,
    claimCode: string,
  ): Promise<boolean> {
    const { mishaps: selectedMishaps } = this.#world.options
    if (!this.areUnruly && !selectedMishaps) return false
    const { orderId, orderNumber } = order
    let hasStruck = false
    for (const [name, { odds, steps, acts }] of Object.entries(mishaps)) {
      const key = `${orderId}/${name}`
      if (!steps.includes(step) || this.#met.has(key)) continue
      this.#met.add(key)
      const chance = this.#chance.fork(key)
      if (selectedMishaps ? !selectedMishaps.includes(name) : !chance.bool(odds)) continue
      this.#world.story.log('people', `${name}: ${orderNumber}`)
      if (name === 'nobody comes') this.#abandoned.add(orderId)
      const bags = (pieces: number) => this.#bags(pieces)
      for (const act of acts({ order, chance, claimCode, bags, regularAct }))
        await this.#try(order, act, 'tries')
      hasStruck = true
    }
    return hasStruck
  }

  async #shownCode(orderId: string): Promise<string> {
    const { query } = this.#world.servers.store
    const [order] = await query<{ claim_code: string }>('select claim_code from orders where order_id = $1', [
      orderId,
    ])
    return order?.claim_code ?? ''
  }

  async #try({ orderId, orderNumber }: OperatorOrder, act: Act, what: string): Promise<boolean> {
    const { shape, body } = act
    // Sites without our desk call the operator.
    const player = employeeIds.has(act.player) ? act.player : 'operator'
    const { servers, story } = this.#world
    const employee = this.#employee(player)
    const appAct = employee && appActOf(act)
    const shown = (body as { claimCode?: string }).claimCode
    const judge = async () => {
      this.#world.isMoved = true
      if (shown !== undefined && shown !== (await this.#shownCode(orderId)))
        this.#world.fail('onlyTheReceiver', `${player} hands ${orderNumber} over for the code ${shown}`)
    }
    if (appAct) {
      const outcome = await employee.act(orderId, appAct)
      story.log(player, `${appAct.name} ${orderNumber} in the app: ${outcome}`)
      if (outcome === 'done') await judge()
      if (outcome === 'queued') this.#goOnWithoutNetwork(employee, player, orderId)
      if (outcome === 'done' || outcome === 'queued') return true
      if (outcome !== 'notOffered' || !irregular.includes(what)) {
        this.watch(orderId, (this.#world.faults.isCalm ? 2 : this.#chance.between(10, 40)) * minute)
        return false
      }
    }
    const { code } = await servers.call(shape, { params: { orderId }, body, token: demoToken(player) })
    if (appAct && (code === 0 || code === -1))
      servers.crewActs.addCall({ employeeId: player, orderId, name: appAct.name, isAnswered: code === 0 })
    if (code === 0) await judge()
    this.#world.isMoved = true
    const name = shape.path.split('/').at(-1)
    story.log(
      player,
      `${what === 'tries' ? 'tries ' : ''}${name} ${orderNumber}: ${code === 0 ? 'done' : code}`,
    )
    return code === 0
  }

  /** A courier without a network continues with the order as the device shows it. */
  #goOnWithoutNetwork(employee: Employee, player: string, orderId: string, after?: number): void {
    const { time } = this.#world
    time.after(after ?? this.#chance.between(2, 15) * minute, player, async () => {
      const order = await employee.lookWithoutNetwork(orderId)
      const step = order && nextStep(order, storageSiteIds.has(order.delivery.siteId ?? ''), 'on')
      if (!step || employeeForStep(step, order) !== player) return
      const wait = step === 'arriveAtPickup' ? Date.parse(order.pickupTime) - time.now - 5 * minute : 0
      if (wait > minute) return this.#goOnWithoutNetwork(employee, player, orderId, wait)
      const act = this.#regularAct(order, step, await this.#shownCode(orderId))
      if (act) await this.#try(order, act, step)
    })
  }

  #regularAct(order: OperatorOrder, step: Step, claimCode: string): Act | null {
    const player = employeeForStep(step, order)
    const act = (shape: CallShape, body: unknown = {}): Act => ({ shape, body, player })
    switch (step) {
      case 'pass':
        return act(operatorReview, { result: 'pass' })
      case 'reject':
        return act(operatorReview, { result: 'reject', reason: 'no' })
      case 'completeRefund':
        return act(operatorRefundDone)
      case 'countOneMore':
        return act(operatorChange, { pieces: order.pieces + 1 })
      case 'countAgain':
        return act(operatorChange, { pieces: order.agreedPieces })
      case 'assign':
        return act(operatorAssign, { employeeId: this.#chance.pick([usualCourier, 'courier-0418']) })
      case 'accept':
        return act(operatorDecide, { result: 'allow' })
      case 'arriveAtPickup':
        return act(operatorArriveAtPickup)
      case 'pickUp':
        return act(operatorPickUp, { bags: this.#bags(order.pieces) })
      case 'startTransport':
        return act(operatorStartTransport)
      case 'arriveAtDelivery':
        return act(operatorArriveAtDelivery, bagChecksOf(order))
      case 'applyForStorage':
        return act(operatorWarehouseApply)
      case 'confirmStorage':
        return order.unconfirmedTags.length > 0
          ? act(operatorConfirmPackages, { tagCodes: order.unconfirmedTags })
          : act(operatorWarehouseConfirm)
      case 'handOver':
        return act(operatorHand, { claimCode, ...bagChecksOf(order) })
      case 'handOut':
        return act(operatorHotelHand, { claimCode, ...bagChecksOf(order) })
      case 'close':
        return act(operatorClose)
    }
  }

  #randomAct(order: OperatorOrder): Act {
    const player = this.#chance.pick([
      'operator',
      usualCourier,
      'courier-0418',
      `site-${order.delivery.siteId ?? 'lakeside-garden-hotel'}`,
    ])
    const [shape, body] = this.#chance.pick<[CallShape, unknown]>([
      [operatorReview, { result: 'reject', reason: 'no' }],
      [operatorAssign, { employeeId: 'courier-0418' }],
      [operatorDecide, { result: 'allow' }],
      [operatorArriveAtPickup, {}],
      [operatorChange, { pieces: this.#chance.between(1, 5) }],
      [operatorPickUp, { bags: this.#bags(this.#chance.between(1, 3)) }],
      [operatorStartTransport, {}],
      [operatorArriveAtDelivery, bagChecksOf(order)],
      [operatorWarehouseApply, {}],
      [operatorWarehouseConfirm, {}],
      [operatorHand, { claimCode: '222222' }],
      [operatorHotelHand, { claimCode: '333333' }],
      [operatorRefundDone, {}],
      [operatorClose, {}],
      [operatorResolve, { result: 'lockOrder', reason: 'we look into it' }],
    ])
    return { shape, body, player }
  }

  #bags(pieces: number) {
    return Array.from({ length: pieces }, () => {
      this.#tags++
      return { tagCode: `TAG-${this.#tags}`, sealNumber: String(1_000 + this.#tags), photos: [] }
    })
  }
}
