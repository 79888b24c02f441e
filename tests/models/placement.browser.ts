import { type Graph, graphOf, type Happening, type Moment } from '../../statecharts/paths/graph.ts'
import type { BrowserModel } from './on-screens.ts'
import { canPhotosChange } from './photo-world.ts'
import { placementModel } from './placement.model.ts'
import { snapshotOf } from './placement.screens.ts'

const visitor = 'a visitor scans a code'

/** The starts that a page has; an order that waits for its payment shows itself on its own page. */
const starts = [
  'a code is scanned',
  visitor,
  'a half-made order',
  'a post without an answer',
  'the confirmation, reloaded',
  'the confirmation, reloaded while posting',
]

/** Of the model's. */
type Facts = { knowsPlace: boolean; photoProblem: string | null; hasProblems: boolean; hasAgreed: boolean }

/** What the machine's guards tell apart; whether the terms were agreed to matters once nothing is missing. */
function keyOf({ facts, snapshot }: Moment): string {
  const { knowsPlace: _, hasAgreed, ...others } = facts as Facts
  const isComplete = others.photoProblem === null && !others.hasProblems
  return JSON.stringify([snapshot.value, isComplete && hasAgreed, others])
}

/** Once signed in and priced, a visitor goes on as the others do. */
const isOver = (start: string, moment: Moment): boolean =>
  start === visitor && snapshotOf(moment).context.hasAccount && !snapshotOf(moment).matches('sendingPhotos')

function canHappen(graph: Graph, moment: Moment, happening: Happening): boolean {
  const { kind, type, label } = happening
  // A call never throws, and a device that sleeps takes its browser along.
  if (kind === 'fail' || kind === 'sleep') return false
  const { context } = snapshotOf(moment)
  switch (type) {
    case 'photos.changed':
      return (
        (snapshotOf(moment).matches('editing') ||
          (snapshotOf(moment).matches('sendingPhotos') && label !== 'none')) &&
        canPhotosChange(context.photos, label, context.hasAccount)
      )
    // Somebody who signs in elsewhere is filled in as the receiver, which is no step of this machine.
    case 'account.signedIn':
      return snapshotOf(moment).matches('awaitingAccount')
    // Another tab's news: walked by hand, with two tabs. Parts are unfolded on the way to their fields.
    case 'draft.found':
    case 'part.open':
    case 'part.close':
      return false
    case 'draft.change':
    case 'receiver.choose': {
      // A choice that is made already is no choice.
      if (label === context.draft.receiver.who) return false
      // Something is taken away from a draft only when its photos are there; what changes nothing is not walked.
      const { photoProblem } = moment.facts as Facts
      const next = graph.after(moment, happening)
      const { hasProblems } = next.facts as Facts
      return keyOf(next) !== keyOf(moment) && (photoProblem === null || !hasProblems)
    }
    default:
      return true
  }
}

function inBrowser(start: string): Graph {
  const graph = graphOf(placementModel, start)
  return {
    ...graph,
    key: keyOf,
    possible: (moment) =>
      isOver(start, moment)
        ? []
        : graph.possible(moment).filter((happening) => canHappen(graph, moment, happening)),
  }
}

export const placementInBrowser: BrowserModel = { model: placementModel, starts, graph: inBrowser }
