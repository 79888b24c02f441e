import { graphOf, type Happening, type Moment } from '../../statecharts/paths/graph.ts'
import type { BrowserModel } from './on-screens.ts'
import { signInModel } from './sign-in.model.ts'

/** What somebody in a browser can bring about, in each of the states where the page for it is open. */
function canHappen({ snapshot }: Moment, { kind, type }: Happening): boolean {
  // A call never throws, and the page for the number has begun already.
  if (kind === 'fail' || type === 'auth.begin') return false
  if (type === 'phone.change') return snapshot.matches('phone')
  return type !== 'code.request' || snapshot.context.phone.phoneNumber !== ''
}

export const signInInBrowser: BrowserModel = {
  model: signInModel,
  starts: ['first visit', 'back'],
  graph: (start) => {
    const graph = graphOf(signInModel, start)
    return {
      ...graph,
      possible: (moment) => graph.possible(moment).filter((happening) => canHappen(moment, happening)),
      // Each state once, whatever else is remembered.
      key: ({ snapshot }) => JSON.stringify([snapshot.status, snapshot.value]),
    }
  },
}
