import type { feedbackMachine } from '@handsfree/core/feedback'
import { summarizePhotos } from '@handsfree/core/photo'
import type { SnapshotFrom } from 'xstate'
import { type Graph, graphOf, type Happening, type Moment } from '../../statecharts/paths/graph.ts'
import { feedbackModel } from './feedback.model.ts'
import type { BrowserModel } from './on-screens.ts'
import { canPhotosChange } from './photo-world.ts'

export const snapshotOf = ({ snapshot }: Moment) =>
  snapshot as unknown as SnapshotFrom<typeof feedbackMachine>

function canHappen(moment: Moment, { kind, type, label }: Happening): boolean {
  // A call never throws.
  if (kind === 'fail') return false
  const snapshot = snapshotOf(moment)
  const { context } = snapshot
  const isWritten = context.draft.text.trim() !== ''
  switch (type) {
    case 'feedback.change':
      return isWritten === (label === 'emptied')
    case 'photos.changed':
      // Only the upload goes on while the form waits for it.
      return (
        canPhotosChange(context.photos, label, true) &&
        (snapshot.matches('editing') || label === 'uploaded' || label === 'failed')
      )
    default:
      return true
  }
}

function inBrowser(start: string): Graph {
  const graph = graphOf(feedbackModel, start)
  return {
    ...graph,
    possible: (moment) => graph.possible(moment).filter((happening) => canHappen(moment, happening)),
    // Whether there are words matters where they can be sent; what became of the last try is told, not walked apart.
    key: (moment) => {
      const { value, context } = snapshotOf(moment)
      return JSON.stringify([value, context.draft.text.trim() !== '', summarizePhotos(context.photos)])
    },
  }
}

export const feedbackInBrowser: BrowserModel = {
  model: feedbackModel,
  starts: Object.keys(feedbackModel.starts),
  graph: inBrowser,
}
