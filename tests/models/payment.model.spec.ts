import { isNotThere } from '@handsfree/core/api'
import { test } from '@playwright/test'
import { type Graph, graphOf, type Happening, type Moment } from './graph.ts'
import { pathTitle, shortestPaths } from './paths.ts'
import { paymentModel } from './payment.model.ts'
import { PaymentScreens, pages, snapshotOf } from './payment.screens.ts'

/** What somebody in a browser can bring about. */
function canHappen(moment: Moment, { kind, type }: Happening): boolean {
  const snapshot = snapshotOf(moment)
  // A call never throws.
  if (kind === 'fail') return false
  // A payment that is not there offers no other try.
  const isGone = snapshot.context.problem !== null && isNotThere(snapshot.context.problem)
  return !(type === 'payment.retry' && snapshot.matches('unavailable') && isGone)
}

/** The graph as a browser can walk it: each state once, and an open page apart from one that is being paid. */
function inBrowser(start: string): Graph {
  const graph = graphOf(paymentModel, start)
  return {
    ...graph,
    possible: (moment) => graph.possible(moment).filter((happening) => canHappen(moment, happening)),
    key: (moment) => {
      const { value, context } = snapshotOf(moment)
      return JSON.stringify([value, context.status?.session === 'open'])
    },
  }
}

test.use({ locale: 'zh-CN' })

const walked = new Set<string>()
for (const start of Object.keys(pages)) {
  for (const [index, path] of shortestPaths(inBrowser(start), undefined, walked).entries()) {
    test(`${start} ${index + 1}. ${pathTitle(path)}`, async ({ page }) => {
      const screens = new PaymentScreens(page)
      await path.test({
        events: { 'xstate.init': () => screens.open(start), ...screens.events } as never,
        states: screens.states,
      })
    })
  }
}
