import {
  type CallShape,
  demoToken,
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
  operatorReport,
  operatorResolve,
  operatorReview,
  operatorStartTransport,
  operatorTransferApply,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/api'
import { policy } from '@handsfree/core/policy'
import { playerOf, usualCourier } from '../../server/autopilot/players.ts'
import { nextStep, type Step } from '../../server/autopilot/steps.ts'
import { demoCatalogue } from '../../server/demo/world.ts'
import { returnAct } from './returning.ts'
import { hour, minute, second } from './time.ts'
import type { World } from './world.types.ts'

type Act = { shape: CallShape; body: unknown; player: string }

const storing = new Set(demoCatalogue.sites.filter(({ storage }) => storage).map(({ siteId }) => siteId))

/** Couriers, desks and operators: each acts by calls of their own on what they saw a while ago. */
export class People {
  /** Whether they also do what they may not, count wrong, and come late. */
  areUnruly = false
  readonly #world: World
  readonly #chance
  readonly #noticed = new Set<string>()
  #tags = 0

  constructor(world: World) {
    this.#world = world
    this.#chance = world.chance.fork('people')
  }

  /** Somebody looks at an order soon. */
  notice(orderId: string, after = this.#chance.between(5, 240) * second): void {
    if (this.#noticed.has(orderId)) return
    this.#noticed.add(orderId)
    this.#world.time.after(after, 'people', () => {
      this.#noticed.delete(orderId)
      void this.#look(orderId)
    })
  }

  async #look(orderId: string): Promise<void> {
    const token = demoToken('operator')
    const { code, result } = await this.#world.house.call(operatorGetOrder, { params: { orderId }, token })
    if (code !== 0) return this.notice(orderId, 5 * minute)
    const order = result as OperatorOrder
    if (order.changes?.open?.kind === 'destination' && this.#chance.is(0.6)) {
      const body = this.#chance.is(0.7) ? { result: 'allow' } : { result: 'reject', reason: 'no way there' }
      await this.#try(order, { shape: operatorAnswerDestination, body, player: 'operator' }, 'answers')
    }
    const step = nextStep(order, storing.has(order.delivery.siteId ?? ''), 'on')
    if (this.areUnruly && this.#chance.is(0.08)) await this.#try(order, this.#anything(order), 'tries')
    const pickup = Date.parse(order.pickupTime)
    const wait = step === 'arriveAtPickup' ? pickup - this.#world.time.now - 5 * minute : 0
    if (this.areUnruly && wait > minute && order.lifecycle.transfer === 'none' && this.#chance.is(0.15)) {
      const another = { employeeId: order.courierId === usualCourier ? 'courier-0418' : usualCourier }
      const asks = { shape: operatorTransferApply, body: another, player: order.courierId ?? usualCourier }
      await this.#try(order, asks, 'asks')
      if (this.#chance.is(0.5))
        await this.#try(
          order,
          { shape: operatorCancel, body: { reason: 'no car' }, player: 'operator' },
          'calls off',
        )
    }
    if (wait > minute) return this.notice(orderId, wait + this.#chance.between(0, 15) * minute)
    if (this.areUnruly && step === 'arriveAtPickup' && this.#chance.is(0.1))
      return this.notice(orderId, this.#chance.between(30, 180) * minute)
    if (this.areUnruly && step === 'arriveAtDelivery' && this.#chance.is(0.1))
      return this.notice(orderId, this.#chance.between(1, 6) * hour)
    const isAsked = order.returning?.state === 'wait' && order.returning.choice === null
    if (this.areUnruly && isAsked && this.#chance.is(0.8))
      return this.notice(orderId, this.#chance.between(1, 8) * hour)
    const claimCode = await this.#shownCode(orderId)
    const given = { chance: this.#chance, areUnruly: this.areUnruly, claimCode }
    const about = returnAct(order, step, given)
    const act = about ?? (step && (this.#astray(order, step) ?? this.#proper(order, step, claimCode)))
    if (!act) return
    const isDone = await this.#try(order, act, step ?? 'returns')
    if (!isDone) this.notice(orderId)
  }

  /** What the receiver shows. */
  async #shownCode(orderId: string): Promise<string> {
    const { query } = this.#world.house.store
    const [order] = await query<{ claim_code: string }>('select claim_code from orders where order_id = $1', [
      orderId,
    ])
    return order?.claim_code ?? ''
  }

  async #try(
    { orderId, orderNumber }: OperatorOrder,
    { shape, body, player }: Act,
    what: string,
  ): Promise<boolean> {
    const { code } = await this.#world.house.call(shape, {
      params: { orderId },
      body,
      token: demoToken(player),
    })
    const name = shape.path.split('/').at(-1)
    const shown = (body as { claimCode?: string }).claimCode
    if (code === 0 && shown !== undefined && shown !== (await this.#shownCode(orderId)))
      this.#world.fail(
        'onlyTheReceiver',
        'Bags go to nobody but their receiver.',
        `${player} hands ${orderNumber} over for the code ${shown}`,
      )
    this.#world.story.tell(
      player,
      `${what === 'tries' ? 'tries ' : ''}${name} ${orderNumber}: ${code === 0 ? 'done' : code}`,
    )
    return code === 0
  }

  #proper(order: OperatorOrder, step: Step, claimCode: string): Act | null {
    const player = playerOf(step, order)
    const act = (shape: CallShape, body: unknown = {}): Act => ({ shape, body, player })
    switch (step) {
      case 'pass':
        return this.areUnruly && this.#chance.is(0.08)
          ? act(operatorReview, { result: 'reject', reason: 'one of the bags is too large' })
          : act(operatorReview, { result: 'pass' })
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
        return this.areUnruly && this.#chance.is(0.1)
          ? act(operatorDecide, { result: 'reject', reason: 'no time' })
          : act(operatorDecide, { result: 'allow' })
      case 'arriveAtPickup':
        return act(operatorArriveAtPickup)
      case 'pickUp':
        return act(operatorPickUp, { bags: this.#bags(order.pieces) })
      case 'startTransport':
        return act(operatorStartTransport)
      case 'arriveAtDelivery':
        return act(operatorArriveAtDelivery)
      case 'applyForStorage':
        return act(operatorWarehouseApply)
      case 'confirmStorage':
        return order.unconfirmedTags.length > 0
          ? act(operatorConfirmPackages, { tagCodes: order.unconfirmedTags })
          : act(operatorWarehouseConfirm)
      case 'handOver':
        return act(operatorHand, { claimCode })
      case 'handOut':
        return act(operatorHotelHand, { claimCode })
      case 'close':
        return act(operatorClose)
    }
  }

  /** What somebody does instead now and then, and may. */
  #astray(order: OperatorOrder, step: Step): Act | null {
    if (!this.areUnruly || !this.#chance.is(0.06)) return null
    const player = order.courierId ?? usualCourier
    if (step === 'pickUp') {
      const pieces = Math.max(1, Math.min(policy.maxPieces, order.pieces + this.#chance.pick([-1, 1, 2])))
      return { shape: operatorChange, body: { pieces }, player }
    }
    if (step === 'startTransport' || step === 'arriveAtDelivery')
      return { shape: operatorReport, body: { reason: 'a wheel is broken' }, player }
    if (step === 'assign' || step === 'accept')
      return { shape: operatorCancel, body: { reason: 'no car' }, player: 'operator' }
    return null
  }

  /** Any call by anybody, whether it is allowed now or not. */
  #anything(order: OperatorOrder): Act {
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
      [operatorArriveAtDelivery, {}],
      [operatorWarehouseApply, {}],
      [operatorWarehouseConfirm, {}],
      [operatorHand, { claimCode: '222222' }],
      [operatorHotelHand, { claimCode: '333333' }],
      [operatorRefundDone, {}],
      [operatorClose, {}],
      [operatorResolve, {}],
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
