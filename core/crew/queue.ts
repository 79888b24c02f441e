import type { SnapshotFrom } from 'xstate'
import type { Queue, QueueEntry, QueueKind } from '../contract/queue.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import type { queueMachine } from './queue.machine.ts'

export type QueueContext = {
  /** The entries on the page, in their places; null until read. */
  shown: readonly QueueEntry[] | null
  latest: Queue | null
}

export type QueueEvent = ReadingUpdate<Queue> | { type: 'queue.update' }

/** Unique among all entries. */
export const queueKey = ({ kind, subjectId }: Pick<QueueEntry, 'kind' | 'subjectId'>): string =>
  `${kind}-${subjectId}`

/** Whether showing the latest entries adds, removes or moves rows. */
export const movesRows = ({ shown }: QueueContext, latest: Queue | undefined): boolean =>
  shown !== null && shown.length > 0 && shown.map(queueKey).join(' ') !== latest?.list.map(queueKey).join(' ')

/** An entry in its place. `isDone`: it no longer waits. */
export type QueueRow = { entry: QueueEntry; isDone: boolean }

export type QueueView = {
  rows: readonly QueueRow[]
  /** Entries that began to wait since the list was updated. */
  arrivals: number
  /** Shown entries that no longer wait. */
  done: number
  /** Entries by kind, also those beyond the list. */
  counts: Queue['counts']
  /** Entries of this kind, or of all. */
  total: number
}

/** Rows and counts of a kind, or of all kinds if null. */
export function toQueueView({ shown, latest }: QueueContext, kind: QueueKind | null): QueueView {
  const isOfKind = (entry: QueueEntry) => kind === null || entry.kind === kind
  const list = (latest?.list ?? []).filter(isOfKind)
  const current = new Map(list.map((entry) => [queueKey(entry), entry]))
  const rows = (shown ?? []).filter(isOfKind).map((entry) => {
    const now = current.get(queueKey(entry))
    return { entry: now ?? entry, isDone: now === undefined }
  })
  const known = new Set(rows.map(({ entry }) => queueKey(entry)))
  const counts = latest?.counts ?? []
  return {
    rows,
    arrivals: list.filter((entry) => !known.has(queueKey(entry))).length,
    done: rows.filter(({ isDone }) => isDone).length,
    counts,
    total: counts.reduce((sum, one) => (kind === null || one.kind === kind ? sum + one.entries : sum), 0),
  }
}

type Snapshot = SnapshotFrom<typeof queueMachine>

export const selectQueueContext = ({ context }: Snapshot): QueueContext => context
export const selectIsQueueRead = ({ context }: Snapshot): boolean => context.shown !== null
export const selectIsQueueBehind = (snapshot: Snapshot): boolean => snapshot.matches('behind')
export const selectQueueReading = ({ children }: Snapshot): ReadingRef | undefined => children.reading
