import type { BoardContext } from '@handsfree/core/crew'
import { assignmentText, boardChangeText, toBoardChoice, toBoardView } from '@handsfree/core/crew'
import { expect } from '@playwright/test'
import { boardModel } from '../../unit/models/board.model.ts'
import { intl, operatorAnswers, signedInOperator } from './crew-visit.ts'
import { type HeldScreens, say, type Visit } from './held-screens.ts'

const toggle = (visit: Visit, place: number) => visit.page.locator('[data-rows] input').nth(place).click()

/** The rows, the choice for the selected orders, and the answers. */
async function showsBoard({ page, expectVisible, text, heading }: Visit, context: BoardContext) {
  if (context.board === null) return expectVisible(text(say('crewBoard.loading')))
  const { rows } = toBoardView(context)
  const { taker } = toBoardChoice(context)
  await expectVisible(heading(say('crewBoard.unassigned', { count: context.board.unassigned.length })))
  const boxes = page.locator('[data-rows] input')
  await expect(boxes).toHaveCount(rows.length)
  for (const [index, { order }] of rows.entries())
    await expect(boxes.nth(index)).toBeChecked({ checked: context.selected.includes(order.orderId) })
  for (const answer of context.answers) await expectVisible(text(assignmentText(intl, answer)))
  if (context.selected.length > 0 && taker)
    await expectVisible(page.getByRole('button', { name: say('crewBoard.assign', { name: taker.name }) }))
}

/** An operator's board. */
export const boardScreens: HeldScreens = {
  model: boardModel,
  pages: { opened: '/crew/board?day=2026-11-22' },
  calls: {
    reading: 'GET /operator/board',
    assignOrder: ['POST /operator/orders/order-1/assign', 'POST /operator/orders/order-2/assign'],
  },
  answers: operatorAnswers,
  stored: () => signedInOperator,
  can: ({ snapshot }, { type, label }) => {
    const { rows, board, selected }: BoardContext = snapshot.context
    if (type === 'reading.changed' || type === 'reading.gone') return false
    if (type === 'reading.done') return snapshot.matches('idle')
    if (type === 'board.update') return snapshot.matches('idle')
    if (type === 'courier.choose') return selected.length > 0 && label === 'off shift'
    if (type !== 'order.toggle') return true
    const orderId = label === 'first' ? 'order-1' : 'order-2'
    const isWaiting = board?.unassigned.some((order) => order.orderId === orderId)
    return isWaiting === true && rows.some((order) => order.orderId === orderId)
  },
  // Each start of an assignment, and each end.
  key: ({ snapshot: { value, context } }) => [
    value,
    context.rows.length,
    context.selected.length,
    context.answers.length,
  ],
  acts: {
    'board.update': ({ tap }) => tap(say('crewQueue.update')),
    'order.toggle': (visit, { event, state }) => {
      const orderId = event.label === 'first' ? 'order-1' : 'order-2'
      return toggle(
        visit,
        state.snapshot.context.rows.findIndex((order: { orderId: string }) => order.orderId === orderId),
      )
    },
    'selection.clear': ({ tap }) => tap(say('crewBoard.clear')),
    'courier.choose': ({ page }) => page.getByRole('combobox').selectOption('courier-2'),
    'orders.assign': ({ page }) =>
      page.getByRole('button', { name: new RegExp(`^${say('crewBoard.assign', { name: '' })}`) }).click(),
  },
  states: {
    idle: async (visit, { snapshot: { context } }) => {
      await showsBoard(visit, context)
      if (toBoardView(context).arrivals > 0)
        await visit.expectVisible(visit.text(boardChangeText(intl, toBoardView(context))))
    },
    assigning: async (visit, { snapshot: { context } }) => {
      await showsBoard(visit, context)
      const assign = visit.page.getByRole('button', {
        name: say('crewBoard.assign', { name: 'Chen' }).slice(0, 9),
      })
      await expect(assign).toHaveAttribute('aria-busy', 'true')
    },
  },
}
