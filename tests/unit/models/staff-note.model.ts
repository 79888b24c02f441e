import { fail, ok } from '@handsfree/core'
import type { StaffNote } from '@handsfree/core/contract'
import { type SendNoteInput, selectIsSendingNote, staffNoteMachine } from '@handsfree/core/crew'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const words = 'The guest comes at nine'
const note: StaffNote = {
  noteId: 'note-1',
  author: { name: 'Desk 01', role: 'site' },
  words,
  time: '2026-11-21T02:00:00.000Z',
  readTime: null,
}

export const staffNoteModel = defineModel<typeof staffNoteMachine>({
  machine: staffNoteMachine,
  starts: { opened: ({ newKey }) => ({ newKey }) },
  samples: {
    'note.open': { '': {} },
    'note.change': { typed: { words }, emptied: { words: ' ' } },
    'note.send': { '': {} },
    'note.drop': { '': {} },
  },
  outcomes: {
    sendNote: { sent: ok(note), offline: fail(offline), gone: fail(refused(5004)) },
  },
  facts: ({ context: { words: typed, key, problem } }) => ({
    hasWords: typed.trim() !== '',
    hasKey: key !== '',
    problem: problem?.kind ?? null,
  }),
  laws: {
    'the same words keep their key, and no two notes share one': ({ calls }) => {
      const noteOf = new Map<string, string>()
      return calls.every(({ input }) => {
        const { words: sent, key } = input as SendNoteInput
        const isOwn = (noteOf.get(key) ?? sent) === sent
        noteOf.set(key, sent)
        return key !== '' && isOwn && sent.trim() !== ''
      })
    },
    'a problem is shown only while writing': ({ snapshot }) =>
      snapshot.context.problem === null || snapshot.matches('writing'),
    'the form is busy exactly while the note is sent': ({ snapshot }) =>
      selectIsSendingNote(snapshot) === snapshot.matches('sending'),
  },
  simple: { steps: 8, paths: 60 },
})
