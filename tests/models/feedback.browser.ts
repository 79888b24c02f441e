import type { feedbackMachine } from '@handsfree/core/feedback'
import type { SnapshotFrom } from 'xstate'
import { feedbackModel } from './feedback.model.ts'
import { type Graph, graphOf, type Happening, type Moment } from './graph.ts'
import type { BrowserModel } from './on-screens.ts'

export const snapshotOf = ({ snapshot }: Moment) =>
  snapshot as unknown as SnapshotFrom<typeof feedbackMachine>

/** What somebody in a browser can bring about. */
function canHappen(moment: Moment, { kind, type, label }: Happening): boolean {
  // A call never throws.
  if (kind === 'fail') return false
  const { context } = snapshotOf(moment)
  const photo = moment.world['photo-0']
  const isWritten = context.draft.text.trim() !== ''
  switch (type) {
    case 'feedback.change':
      return isWritten === (label === 'emptied')
    case 'photo.add':
      return context.photosMade === 0
    case 'photo.remove':
      return context.photos.some(({ id }) => id === 'photo-0')
    case 'photo.changed':
      if (!context.photos.some(({ id }) => id === 'photo-0')) return false
      return photo === 'failed'
        ? label === 'uploading again' && snapshotOf(moment).matches('editing')
        : photo === 'uploading' && label !== 'uploading again'
    default:
      return true
  }
}

/** The graph as a browser can walk it. */
function inBrowser(start: string): Graph {
  const graph = graphOf(feedbackModel, start)
  return {
    ...graph,
    possible: (moment) => graph.possible(moment).filter((happening) => canHappen(moment, happening)),
    // Whether there are words matters where they can be sent; what became of the last try is told, not walked apart.
    key: (moment) => {
      const { value, context } = snapshotOf(moment)
      const photo = context.photos.length > 0 ? (moment.world['photo-0'] ?? null) : null
      return JSON.stringify([value, context.draft.text.trim() !== '', photo])
    },
  }
}

/** Feedback, as a browser can walk it. */
export const feedbackInBrowser: BrowserModel = {
  model: feedbackModel,
  starts: Object.keys(feedbackModel.starts),
  graph: inBrowser,
}
