import {
  type CallShape,
  operatorArriveAtDelivery,
  operatorArriveAtPickup,
  operatorAssign,
  operatorCancel,
  operatorConfirmPackages,
  operatorDecide,
  operatorHotelHand,
  operatorPickUp,
  operatorReport,
  operatorReview,
  operatorStartTransport,
  operatorWarehouseApply,
  operatorWarehouseConfirm,
} from '@handsfree/core/contract'
import { and, count, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderBags, orderOperations, orders } from '../../../server/domain/orders/orders.table.ts'
import { appActOf } from '../../../simulator/app-act.ts'
import { chanceOf } from '../../../simulator/chance.ts'
import { CrewActs } from '../../../simulator/crew-acts.ts'
import { Employee } from '../../../simulator/employee.ts'
import { Faults } from '../../../simulator/faults.ts'
import { day, hour, minute, Time } from '../../../simulator/time.ts'
import type { Answer, Request, World } from '../../../simulator/world.types.ts'
import { deliveryTime, newBags, newTraveller, operate, pickupTime } from '../../server/trip.ts'
import { useServer } from '../../server/use-server.ts'

/** The night's run has the number of acts that the employees' app promises to keep. */
const wantedActs = Number(process.env.HANDSFREE_OFFLINE_ACTS ?? 400)
const couriers = ['courier-0731', 'courier-0418']
const desk = 'site-hongqiao-railway-station'
/** About 14 acts each. */
const ordersOfCourier = Math.min(12, Math.ceil(wantedActs / 28))
const start = Date.parse('2026-11-21T02:00:00Z')

const server = useServer()

/** The simulator's employees and network, with this server and without travellers. */
function openWorld(seed: string) {
  const time = new Time(start)
  const chance = chanceOf(seed)
  const faults = new Faults(chance.fork('faults'), [
    'request lost',
    'request doubled',
    'answer lost',
    'answer slow',
    'answer cut',
    'proxy page',
    'crew killed',
    'crew storage full',
  ])
  const crewActs = new CrewActs()
  let requests = 0
  let serverTime = start
  const answer = async ({ method, path, headers, body, ip }: Request): Promise<Answer> => {
    requests++
    server.clock.advance(time.now - serverTime)
    serverTime = time.now
    try {
      const sent = {
        method,
        url: path,
        headers,
        remoteAddress: ip,
        ...(body !== undefined && { payload: body }),
      }
      const response = await server.app.inject(sent)
      crewActs.recordAnswer(headers['idempotency-key'], response.payload)
      return {
        status: response.statusCode,
        headers: { date: String(response.headers.date ?? '') },
        body: response.payload,
      }
    } finally {
      requests--
    }
  }
  // Employees use only these parts of a world.
  const world = {
    time,
    chance,
    faults,
    options: { isStormy: true, isCrewOffline: true },
    servers: { answer, crewActs },
    people: { watch() {} },
    story: { log() {} },
    touchedDevices: new Set(),
    violationStarts: new Map(),
    watch: () => () => {},
    checkEnvelope() {},
  } as unknown as World
  const settle = () =>
    new Promise<void>((resolve) => {
      let quiet = 0
      const poll = () => {
        quiet = requests === 0 ? quiet + 1 : 0
        if (quiet > 2) resolve()
        else setImmediate(poll)
      }
      setImmediate(poll)
    })
  /** Moves time on until the work ends. */
  const play = async (work: Promise<unknown>): Promise<void> => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    await settle()
    while (!isOver) {
      time.next(Number.MAX_SAFE_INTEGER)?.()
      await settle()
    }
    await ended
  }
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => time.after(milliseconds, 'test', resolve))
  return { world, time, chance, faults, crewActs, play, pause }
}

test(
  `delivers ${wantedActs} acts made without a network, each once`,
  async () => {
    const { world, time, chance, faults, crewActs, play, pause } = openWorld(
      `offline acts ${process.env.HANDSFREE_SEED ?? 1}`,
    )
    const employees = new Map(
      [...couriers, desk].map((id, number) => [id, new Employee(world, id, number)] as const),
    )

    /** False if the act is impossible, because someone else moved the order or an earlier act was refused. */
    async function act(
      player: string,
      orderId: string,
      shape: CallShape,
      body: unknown = {},
    ): Promise<boolean> {
      const appAct = appActOf({ shape, body, player })
      if (!appAct) throw new Error(`The app has no act for ${shape.path}.`)
      for (let attempt = 0; attempt < 20; attempt++) {
        const outcome = await employees.get(player)?.act(orderId, appAct)
        if (outcome === 'queued' || outcome === 'done') return true
        if (outcome === 'notOffered' || outcome === 'refused') return false
        await pause(hour)
      }
      return false
    }

    async function report(courier: string, orderId: string): Promise<boolean> {
      for (let number = 1; number <= 4; number++)
        if (!(await act(courier, orderId, operatorReport, { reason: `Road closed, ${number}` }))) return false
      return true
    }

    const carry = async (courier: string, orderId: string) =>
      (await act(courier, orderId, operatorDecide, { result: 'allow' })) &&
      (await act(courier, orderId, operatorArriveAtPickup)) &&
      (await report(courier, orderId)) &&
      (await act(courier, orderId, operatorPickUp, { bags: newBags(2) })) &&
      (await act(courier, orderId, operatorStartTransport)) &&
      (await report(courier, orderId)) &&
      (await act(courier, orderId, operatorArriveAtDelivery)) &&
      (await act(courier, orderId, operatorWarehouseApply))

    async function storeAll(bags: readonly { orderId: string; claimCode: string; tagCode: string }[]) {
      for (const { orderId, claimCode } of new Map(bags.map((bag) => [bag.orderId, bag])).values()) {
        const tagCodes = bags.filter((bag) => bag.orderId === orderId).map(({ tagCode }) => tagCode)
        ;(await act(desk, orderId, operatorConfirmPackages, { tagCodes })) &&
          (await act(desk, orderId, operatorWarehouseConfirm)) &&
          (await act(desk, orderId, operatorHotelHand, { claimCode }))
      }
    }

    /** Paid orders for tomorrow. An operator calls some off while their courier has no network. */
    async function placeOrders(): Promise<Map<string, string[]>> {
      const later = (moment: string) =>
        new Date(Date.parse(moment) + Math.ceil((time.now - start) / day) * day).toISOString()
      const placed = new Map<string, string[]>()
      for (const courier of couriers) {
        const orderIds: string[] = []
        for (let number = 0; number < ordersOfCourier; number++) {
          // A traveller may only have a few open orders.
          const traveller = await newTraveller(server)
          const { orderId } = await traveller.paidOrder({
            pickupTime: later(pickupTime),
            deliveryTime: later(deliveryTime),
          })
          await operate(server, operatorReview, orderId, { result: 'pass' })
          await operate(server, operatorAssign, orderId, { employeeId: courier })
          if (chance.bool(0.05))
            time.after(chance.between(10, 600) * minute, 'operator', () => {
              void operate(server, operatorCancel, orderId, { reason: 'no car' })
            })
          orderIds.push(orderId)
        }
        placed.set(courier, orderIds)
      }
      return placed
    }

    const countActs = async () => {
      const actors = [...employees.keys()].map((id) => `employee:${id}`)
      const logs = await server.services.db
        .select({
          actor: orderOperations.actor,
          orderId: orderOperations.orderId,
          action: orderOperations.action,
          count: count(),
        })
        .from(orderOperations)
        .where(inArray(orderOperations.actor, actors))
        .groupBy(orderOperations.actor, orderOperations.orderId, orderOperations.action)
      return crewActs.compare(
        logs
          .filter(({ action }) => CrewActs.actions.includes(action))
          .map(({ actor, ...log }) => ({ ...log, employeeId: actor.replace('employee:', '') })),
      )
    }

    let counts = await countActs()
    while (counts.replayed < wantedActs) {
      faults.isCalm = false
      const placed = await placeOrders()
      const carrying = couriers.map(async (courier) => {
        for (const orderId of placed.get(courier) ?? []) await carry(courier, orderId)
      })
      await play(Promise.all(carrying))
      await play(pause(12 * hour))
      const arrived = await server.services.db
        .select({ orderId: orders.orderId, claimCode: orders.claimCode, tagCode: orderBags.tagCode })
        .from(orders)
        .innerJoin(orderBags, eq(orderBags.orderId, orders.orderId))
        .where(and(inArray(orders.orderId, [...placed.values()].flat()), eq(orders.warehouse, 'waitConfirm')))
      await play(storeAll(arrived))
      faults.isCalm = true
      for (const employee of employees.values()) employee.becomeCalm()
      await play(pause(3 * hour))
      counts = await countActs()
      console.log(
        `${counts.acts} acts, ${counts.replayed} offline and replayed, ${counts.refused} refused, ${counts.lost.length} lost, ${counts.twice.length} twice`,
      )
    }
    expect([counts.lost, counts.twice, crewActs.overtaken]).toEqual([[], [], []])
  },
  3 * hour,
)
