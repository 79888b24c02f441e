import { type Graph, graphOf, type Happening, type Moment } from '../../statecharts/paths/graph.ts'
import { authModel } from './auth.model.ts'
import type { BrowserModel } from './on-screens.ts'

/** What somebody in a browser can bring about, in each of the states where the page for it is open. */
function canHappen(start: string, { snapshot }: Moment, { kind, type, label, actorId }: Happening): boolean {
  const isIn = (state: unknown) => snapshot.matches(state as never)
  // A call never throws, and nobody sees when the server has learnt the language.
  if (kind === 'fail' || actorId === 'tellLanguage') return false
  const isBack = start === 'back, signed in'
  switch (type) {
    // Any page of signing in begins it again; the first of them is enough.
    case 'auth.begin':
      return label === '' && isIn({ signedOut: 'idle' })
    // What the child that signs in is for: its own model walks it.
    case 'phone.change':
    case 'phone.edit':
    case 'code.request':
    case 'code.change':
    case 'code.submit':
    case 'code.resend':
    case 'code.sent':
    case 'xstate.snapshot.signIn':
      return false
    // It is loaded before anybody could do something else.
    case 'account.found':
      return label === 'in another tab'
        ? isIn({ signedOut: 'idle' }) || isIn({ signedOut: 'entering' })
        : isIn({ signedOut: 'entering' })
    // Asked for on the page for it, to which signing in leads, and from which no menu leads away.
    case 'profile.changed':
    case 'profile.skip':
      return !isBack && isIn({ signedIn: { profile: 'incomplete' } })
    case 'auth.signOut':
      return (
        isBack || isIn({ signedIn: { profile: 'ready' } }) || isIn({ signedIn: { profile: 'unavailable' } })
      )
    // The page for it is a machine of its own, and fetches again what is missing.
    case 'profile.retry':
      return false
    default:
      return true
  }
}

/** Signed out without having asked: the page for the number is open, and has begun by itself. */
const endsOnSignIn = ['session.ended', 'account.removed']

/**
 * The graph as a browser can walk it. Once another tab has signed in, or who was back is signed out, a walk ends: what
 * follows is walked anyway.
 */
function inBrowser(start: string): Graph {
  const graph = graphOf(authModel, start)
  const ends = new WeakSet<Moment>()
  return {
    ...graph,
    possible: (moment) =>
      ends.has(moment)
        ? []
        : graph.possible(moment).filter((happening) => canHappen(start, moment, happening)),
    after: (moment, happening) => {
      const next = graph.after(moment, happening)
      const isOver = start === 'back, signed in' && next.snapshot.matches('signedOut')
      if (isOver || happening.label === 'in another tab' || endsOnSignIn.includes(happening.type))
        ends.add(next)
      return next
    },
    // Each state once, whatever else is remembered; what a device is told is no page's affair.
    key: ({ snapshot }) =>
      JSON.stringify(snapshot.value, (name, value) => (name === 'device' ? undefined : value)),
  }
}

export const authInBrowser: BrowserModel = {
  model: authModel,
  starts: ['back, signed in', 'first visit', 'back, signed out'],
  graph: inBrowser,
}
