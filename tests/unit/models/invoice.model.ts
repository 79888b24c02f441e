import { fail, ok } from '@handsfree/core'
import type { Invoice, InvoiceBuyer, OrderInvoice } from '@handsfree/core/contract'
import { type InvoiceInput, invoiceFingerprint, invoiceMachine } from '@handsfree/core/receipts'
import { defineModel } from '../../../statecharts/paths/machine-model.ts'
import { offline, refused } from './samples.ts'

const buyer = { buyer: 'person', name: 'Ada Lovelace', email: 'ada@handsfree.example' } as const
const amount = { amount: 98_00, currency: 'CNY' } as const

const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  ...buyer,
  taxNumber: null,
  state: 'waiting',
  time: '2026-11-20T08:00:00.000Z',
  decideTime: null,
  amount: null,
  reason: null,
  words: '',
  files: [],
  ...changes,
})

export const orderInvoice = (
  state: Invoice['state'] | null = null,
  changes: Partial<OrderInvoice> = {},
): OrderInvoice => {
  const decideTime = '2026-11-20T09:00:00.000Z'
  const file = { kind: 'invoice', type: 'pdf', time: decideTime } as const
  const invoices = {
    waiting: () => invoice(),
    answered: () => invoice({ state: 'answered', decideTime, amount, files: [file] }),
    declined: () => invoice({ state: 'declined', decideTime, reason: 'details', words: 'Check the name' }),
  }
  return {
    orderId: 'order-1',
    orderNumber: 'HF-1',
    amount,
    mayRequest: state === 'answered' ? 'answered' : 'yes',
    until: '2027-05-19T08:00:00.000Z',
    invoice: state && invoices[state](),
    timeZone: 'Asia/Shanghai',
    utcOffset: 480,
    cityName: 'Shanghai',
    ...changes,
  }
}

const opened =
  (draft: InvoiceInput['draft'] = null) =>
  (): InvoiceInput => ({ draft, email: '' })
const begun = { ...buyer, taxNumber: '', about: invoiceFingerprint(orderInvoice()) }

/** An invoice request: made, corrected, answered and declined, here or in another tab. */
export const invoiceModel = defineModel<typeof invoiceMachine>({
  machine: invoiceMachine,
  starts: { opened: opened(), 'with a draft': opened(begun) },
  samples: {
    'reading.done': {
      'no request': { value: orderInvoice() },
      'a request': { value: orderInvoice('waiting') },
      answered: { value: orderInvoice('answered') },
      declined: { value: orderInvoice('declined') },
      'too late': { value: orderInvoice(null, { mayRequest: 'over' }) },
    },
    'reading.gone': { '': {} },
    'reading.changed': { '': { isReading: true } },
    'invoice.change': { complete: { patch: buyer }, 'no name': { patch: { name: '' } } },
    'invoice.send': { '': {} },
    'invoice.edit': { '': {} },
    'invoice.leave': { '': {} },
  },
  sentBy: { 'reading.done': 'reading', 'reading.gone': 'reading', 'reading.changed': 'reading' },
  outcomes: {
    sendRequest: {
      taken: ok(orderInvoice('waiting')),
      'the number is wrong': fail(refused(1008, { field: 'taxNumber' })),
      'too late': fail(refused(1008, { field: 'order', reason: 'over' })),
      offline: fail(offline),
    },
  },
  facts: ({ context: { read, draft, problem } }) => ({
    request: read?.invoice?.state ?? null,
    mayRequest: read?.mayRequest ?? null,
    name: draft.name,
    isBegun: draft.about !== null,
    problem: problem?.kind ?? null,
  }),
  laws: {
    'what is sent is complete': ({ calls }) =>
      calls
        .filter(({ id }) => id === 'sendRequest')
        .every(({ input }) => (input as { body: InvoiceBuyer | null }).body !== null),
    'a form is only open while a request is allowed': ({ snapshot }) =>
      !snapshot.matches('editing') || snapshot.context.read?.mayRequest === 'yes',
    'a lost answer is said': ({ snapshot }) =>
      !snapshot.matches('outcomeUnknown') || snapshot.context.problem !== null,
    'nothing is shown of an order that is not there': ({ snapshot }) =>
      !snapshot.matches('notThere') || snapshot.context.read === null,
  },
  simple: { steps: 7, paths: 40 },
})
