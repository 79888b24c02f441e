import { isNotFound } from '@handsfree/core/lib'
import { type Graph, graphOf, type ModelEvent, type ModelState } from '../../../statecharts/paths/graph.ts'
import { paymentModel } from '../../unit/models/payment.model.ts'
import type { BrowserModel } from './on-screens.ts'
import { pages, snapshotOf } from './payment.screens.ts'

function canHappen(state: ModelState, { kind, type }: ModelEvent): boolean {
  const snapshot = snapshotOf(state)
  // Calls never throw.
  if (kind === 'fail') return false
  // Readings change only by their result.
  if (type === 'reading.gone' || type === 'reading.changed') return false
  // A missing payment has no retry.
  const isGone = snapshot.context.problem !== null && isNotFound(snapshot.context.problem)
  return !(type === 'payment.retry' && snapshot.matches('unavailable') && isGone)
}

/** The graph for a browser: each state once, and an open session apart from one with a payment in progress. */
function inBrowser(start: string): Graph {
  const graph = graphOf(paymentModel, start)
  return {
    ...graph,
    possibleEvents: (state) => graph.possibleEvents(state).filter((event) => canHappen(state, event)),
    key: (state) => {
      const { value, context } = snapshotOf(state)
      return JSON.stringify([value, context.status?.session === 'open'])
    },
  }
}

export const paymentInBrowser: BrowserModel = {
  model: paymentModel,
  starts: Object.keys(pages),
  graph: inBrowser,
}
