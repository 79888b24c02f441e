import { fail, ok } from '@handsfree/core'
import type { Board, BoardOrder } from '@handsfree/core/contract'
import {
  type Assignment,
  type BoardContext,
  boardMachine,
  isBoardBehind,
  toBoardChoice,
  toBoardView,
} from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { boardCourier, boardOrder, offline, operatorOrder, refused } from './samples.ts'

const chen = boardCourier()
const lin = boardCourier({ employeeId: 'courier-2', name: 'Lin', isOnShift: false })
const first = boardOrder()
const second = boardOrder({ orderId: 'order-2', orderNumber: 'HF 2611 0483' })
const taken = (order: BoardOrder): BoardOrder => ({ ...order, courierId: 'courier-1', isAsked: true })
const boardOf = (unassigned: BoardOrder[], assigned: BoardOrder[] = []): Board => ({
  regions: [{ regionId: 'hangzhou', name: 'Hangzhou' }],
  couriers: [chen, lin],
  assigned,
  unassigned,
  isCut: false,
})

export const boardModel = defineModel<typeof boardMachine>({
  machine: boardMachine,
  starts: { opened: ({ newKey }) => ({ newKey }) },
  samples: {
    'reading.done': {
      none: { value: boardOf([]) },
      two: { value: boardOf([first, second]) },
      'the first taken': { value: boardOf([second], [taken(first)]) },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'board.update': { '': {} },
    'order.toggle': { first: { orderId: 'order-1' }, second: { orderId: 'order-2' } },
    'selection.clear': { '': {} },
    'courier.choose': { 'off shift': { employeeId: 'courier-2' }, suggested: { employeeId: '' } },
    'orders.assign': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    assignOrder: {
      asked: ok(operatorOrder()),
      'another region': fail(refused(5002, { field: 'regionId' })),
      offline: fail(offline),
    },
  },
  facts: ({ context }) => ({
    waits: context.board?.unassigned.length ?? null,
    isBehind: isBoardBehind(context),
    selected: context.selected.toSorted().join(),
    taker: toBoardChoice(context).taker?.name ?? null,
    pending: context.pending.length,
    hasAnswers: context.answers.length > 0,
  }),
  laws: {
    'orders wait to be assigned exactly while one is being assigned': ({ snapshot }) =>
      snapshot.matches('assigning') === snapshot.context.pending.length > 0,
    'an assignment belongs to the first order that waits for it': ({ snapshot: { context } }) =>
      context.pending[0] === undefined || context.assignment?.order.orderId === context.pending[0].orderId,
    'every unassigned order is shown or announced': ({ snapshot: { context } }) => {
      const { rows, arrivals, done } = toBoardView(context)
      return rows.length - done + arrivals === (context.board?.unassigned.length ?? 0)
    },
    'a refused order stays selected, an assigned one does not': ({ contexts, snapshot }) => {
      const [before, after] = contexts.slice(-2) as BoardContext[]
      const answer = snapshot.context.answers.at(-1)
      if (!before || !after || !answer || after.answers.length <= before.answers.length) return true
      return answer.failure === null
        ? !after.selected.includes(answer.order.orderId)
        : after.selected === before.selected
    },
    'orders are only given to someone who may take them': ({ snapshot }) => {
      const { taker, takers } = toBoardChoice(snapshot.context)
      return taker === null
        ? !snapshot.can({ type: 'orders.assign' })
        : takers.some(({ employeeId }) => employeeId === taker.employeeId)
    },
    'each order has its own key': ({ calls }) => {
      const keys = calls.flatMap(({ id, input }) => {
        const { assignment } = input as { assignment?: Assignment | null }
        return id === 'assignOrder' && assignment
          ? [[assignment.idempotencyKey, `${assignment.order.orderId} ${assignment.employeeId}`] as const]
          : []
      })
      return keys.every(([key, body]) =>
        keys.every(([other, otherBody]) => key !== other || body === otherBody),
      )
    },
  },
  simple: { steps: 7, paths: 60 },
})
