import { queueKinds } from '@handsfree/core/contract'
import { queueKey, toQueueView } from '@handsfree/core/crew'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { queueEntry } from '../../models/samples.ts'

const entry = fc
  .record({ kind: fc.constantFrom(...queueKinds), subject: fc.nat(3) })
  .map(({ kind, subject }) => queueEntry({ kind, subjectId: `order-${subject}` }))
const list = fc.uniqueArray(entry, { selector: queueKey, maxLength: 8, size: 'max' })
const counts = fc.uniqueArray(fc.record({ kind: fc.constantFrom(...queueKinds), entries: fc.nat(60) }), {
  selector: ({ kind }) => kind,
})
const context = fc.record({ shown: list, latest: fc.record({ list, counts }) })

it('divides rows, arrivals, finished entries and totals among the kinds', () => {
  fc.assert(
    fc.property(context, (context) => {
      const all = toQueueView(context, null)
      const each = queueKinds.map((kind) => ({ kind, view: toQueueView(context, kind) }))
      for (const field of ['arrivals', 'done', 'total'] as const)
        expect(each.reduce((sum, { view }) => sum + view[field], 0)).toBe(all[field])
      for (const { kind, view } of each)
        expect(view.rows).toEqual(all.rows.filter((row) => row.entry.kind === kind))
    }),
  )
})

it('marks a row as done exactly if it no longer waits', () => {
  fc.assert(
    fc.property(context, (context) => {
      const waiting = context.latest.list.map(queueKey)
      for (const row of toQueueView(context, null).rows)
        expect(row.isDone).toBe(!waiting.includes(queueKey(row.entry)))
    }),
  )
})
