import { type ActorRefFrom, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import type { InvoiceBuyer, OrderInvoice } from '../contract/invoice.ts'
import { type ApiFailure, isOutcomeUnknown } from '../lib/failure.ts'
import { failureOfEvent } from '../lib/from-call.ts'
import { notProvided } from '../lib/not-provided.ts'
import { type ReadingUpdate, readingMachine } from '../lib/reading.machine.ts'
import type { ScreenMeta } from '../lib/screen.ts'
import {
  bodyOfInvoice,
  draftOfInvoice,
  emptyInvoiceDraft,
  type InvoiceDraft,
  invoiceFingerprint,
} from './invoice.ts'

export type InvoiceInput = {
  draft: InvoiceDraft | null
  /** The traveller's address; empty if unknown. */
  email: string
}

export type InvoiceEvent =
  | ReadingUpdate<OrderInvoice>
  | { type: 'invoice.change'; patch: Partial<Omit<InvoiceDraft, 'about'>> }
  | { type: 'invoice.send' }
  | { type: 'invoice.edit' }
  | { type: 'invoice.leave' }

type InvoiceContext = {
  email: string
  read: OrderInvoice | null
  draft: InvoiceDraft
  /** Why the last request failed; null after a change or a reading that settles it. */
  problem: ApiFailure | null
}

const isCurrent = ({ about }: InvoiceDraft, read: OrderInvoice) =>
  read.mayRequest === 'yes' && about === invoiceFingerprint(read)

/** The invoice page: asks for an invoice, follows the request, and offers its files. */
export const invoiceMachine = setup({
  types: {
    input: {} as InvoiceInput,
    context: {} as InvoiceContext,
    events: {} as InvoiceEvent,
    meta: {} as ScreenMeta<InvoiceEvent>,
    tags: {} as 'busy',
  },
  actors: {
    reading: readingMachine,
    sendRequest: fromPromise<OrderInvoice, { body: InvoiceBuyer | null }>(
      notProvided('invoice', 'sendRequest'),
    ),
  },
  actions: {
    setRead: assign({ read: (_, read: OrderInvoice) => read }),
    beginDraft: assign(({ context: { read, email } }) =>
      read ? { draft: draftOfInvoice(read, email), problem: null } : {},
    ),
    changeDraft: assign(({ context: { read, draft }, event }) => {
      assertEvent(event, 'invoice.change')
      const about = read && invoiceFingerprint(read)
      return { draft: { ...draft, ...event.patch, about }, problem: null }
    }),
    dropDraft: assign({ draft: emptyInvoiceDraft }),
    setProblem: assign({ problem: ({ event }) => failureOfEvent(event) }),
    clearProblem: assign({ problem: null }),
    dropRead: assign({ read: null, draft: emptyInvoiceDraft, problem: null }),
    // Emits a new snapshot so that selectors over the reading recompute.
    refreshSnapshot: assign({ problem: ({ context }) => context.problem }),
    readAgain: sendTo('reading', { type: 'reading.hint' }),
  },
  guards: {
    isUnread: ({ context }) => context.read === null,
    isDrafted: ({ context: { read, draft } }) => read !== null && isCurrent(draft, read),
    isStillDrafted: ({ context }, read?: OrderInvoice) =>
      read !== undefined && isCurrent(context.draft, read),
    isWaiting: ({ context: { read } }) => read?.invoice?.state === 'waiting',
    isAnswered: ({ context: { read } }) => read?.invoice?.state === 'answered',
    isDeclined: ({ context: { read } }) => read?.invoice?.state === 'declined',
    hasRequest: ({ context: { read } }) => Boolean(read?.invoice),
    mayRequest: ({ context: { read } }) => read?.mayRequest === 'yes',
    isComplete: ({ context: { read, draft } }) => bodyOfInvoice(draft, read) !== null,
    isOutcomeUnknown: ({ event }) => isOutcomeUnknown(failureOfEvent(event)),
  },
}).createMachine({
  id: 'invoice',
  meta: { page: '/order/invoice/:orderId', title: 'order.title' },
  context: ({ input: { draft, email } }) => ({
    email,
    read: null,
    draft: draft ?? emptyInvoiceDraft,
    problem: null,
  }),
  invoke: {
    id: 'reading',
    src: 'reading',
    input: ({ self }) => ({ initialValue: null, isFresh: false, listener: self }),
    onError: { description: 'The page keeps the last value.' },
  },
  initial: 'sorting',
  on: {
    'reading.done': {
      target: '.sorting',
      actions: { type: 'setRead', params: ({ event }) => event.value },
    },
    'reading.gone': { target: '.notThere', actions: 'dropRead' },
    'reading.changed': { actions: 'refreshSnapshot' },
  },
  states: {
    sorting: {
      description: 'The order’s request selects the page’s content.',
      always: [
        { guard: 'isUnread', target: 'unread' },
        {
          guard: 'isDrafted',
          target: 'editing',
          description: 'Keeps an unsent draft while the order’s request is the same.',
        },
        { guard: 'isWaiting', target: 'waiting', actions: 'dropDraft' },
        { guard: 'isAnswered', target: 'answered', actions: ['dropDraft', 'clearProblem'] },
        { guard: 'isDeclined', target: 'declined', actions: 'dropDraft' },
        { guard: 'mayRequest', target: 'editing', actions: 'beginDraft' },
        { target: 'closed', actions: 'dropDraft' },
      ],
    },
    unread: { description: 'The request hasn’t been read yet.' },
    editing: {
      initial: 'pristine',
      on: {
        'reading.done': [
          {
            guard: { type: 'isStillDrafted', params: ({ event }) => event.value },
            actions: { type: 'setRead', params: ({ event }) => event.value },
          },
          {
            description: 'Requested in another tab, answered, or too late.',
            target: 'sorting',
            actions: [{ type: 'setRead', params: ({ event }) => event.value }, 'clearProblem'],
          },
        ],
        'invoice.change': { actions: 'changeDraft' },
        'invoice.send': [
          { guard: 'isComplete', target: 'sending', actions: 'clearProblem' },
          { target: '.showingErrors' },
        ],
        'invoice.leave': {
          guard: 'hasRequest',
          target: 'sorting',
          actions: ['dropDraft', 'clearProblem'],
        },
      },
      states: {
        pristine: { description: 'No field shows an error yet.' },
        showingErrors: { description: 'Incomplete fields show their messages.' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendRequest',
        src: 'sendRequest',
        input: ({ context: { read, draft } }) => ({ body: bodyOfInvoice(draft, read) }),
        onDone: {
          target: 'sorting',
          actions: [{ type: 'setRead', params: ({ event }) => event.output }, 'dropDraft'],
        },
        onError: [
          {
            description: 'The request may have been saved: read it again.',
            guard: 'isOutcomeUnknown',
            target: 'outcomeUnknown',
            actions: ['setProblem', 'readAgain'],
          },
          { guard: 'mayRequest', target: 'editing', actions: ['setProblem', 'readAgain'] },
          { target: 'sorting', actions: ['setProblem', 'readAgain'] },
        ],
      },
      on: {
        'reading.done': { actions: { type: 'setRead', params: ({ event }) => event.value } },
      },
    },
    outcomeUnknown: {
      description: 'The outcome is unknown until the next reading. Requesting is idempotent.',
      on: {
        'reading.done': [
          {
            description: 'The request didn’t arrive. The error stays visible, and it may be sent again.',
            guard: { type: 'isStillDrafted', params: ({ event }) => event.value },
            target: 'editing',
            actions: { type: 'setRead', params: ({ event }) => event.value },
          },
          {
            target: 'sorting',
            actions: [{ type: 'setRead', params: ({ event }) => event.value }, 'clearProblem'],
          },
        ],
        'invoice.send': { target: 'sending', actions: 'clearProblem' },
      },
    },
    waiting: {
      description: 'An operator has to answer. Until then, the traveller can correct the request.',
      on: {
        'invoice.edit': { guard: 'mayRequest', target: 'editing', actions: ['clearProblem', 'beginDraft'] },
      },
    },
    answered: { description: 'The invoice can be downloaded, and red invoices after refunds.' },
    declined: {
      description: 'The page shows the reason. A corrected request can be sent.',
      on: {
        'invoice.edit': { guard: 'mayRequest', target: 'editing', actions: ['clearProblem', 'beginDraft'] },
      },
    },
    closed: { description: 'Unpaid, refunded, too late, or changed too often.' },
    notThere: { description: 'The order is unknown or belongs to another account.' },
  },
})

export type InvoiceActor = ActorRefFrom<typeof invoiceMachine>
