import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { CodeDelivery } from '../contract/verification-code.ts'
import { notProvided } from '../lib/not-provided.ts'

export type CodeArrivalInput = {
  /** Null if another device requested the code. */
  requestId: string | null
}

const maxChecks = 6

/** The message with a code, while its page is open: fills in the code, and offers help if the message is late. */
export const codeArrivalMachine = setup({
  types: { input: {} as CodeArrivalInput, context: {} as CodeArrivalInput & { checks: number } },
  actors: {
    receiveCode: fromPromise<string>(notProvided('codeArrival', 'receiveCode')),
    findDelivery: fromPromise<CodeDelivery, CodeArrivalInput>(notProvided('codeArrival', 'findDelivery')),
  },
  actions: {
    countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    enterCode: (_, _received: { code: string }) => notProvided('codeArrival', 'enterCode')(),
  },
  guards: {
    isUndelivered: (_, { isUndelivered }: CodeDelivery) => isUndelivered,
    hasChecksLeft: ({ context }) => context.checks < maxChecks,
  },
  delays: { helpDelay: 30_000, checkPause: 10_000 },
}).createMachine({
  id: 'codeArrival',
  context: ({ input }) => ({ ...input, checks: 0 }),
  type: 'parallel',
  states: {
    autofill: {
      initial: 'receiving',
      states: {
        receiving: {
          description: 'The device asks to fill in the code once the message arrives.',
          invoke: {
            id: 'receiveCode',
            src: 'receiveCode',
            onDone: {
              target: 'ended',
              actions: { type: 'enterCode', params: ({ event }) => ({ code: event.output }) },
            },
            onError: { target: 'ended' },
          },
        },
        ended: { description: 'The code was filled in, or the device can’t do so.' },
      },
    },
    message: {
      initial: 'awaited',
      states: {
        awaited: { after: { helpDelay: { target: 'late' } } },
        late: {
          initial: 'checking',
          states: {
            checking: {
              entry: 'countCheck',
              invoke: {
                id: 'findDelivery',
                src: 'findDelivery',
                input: ({ context: { requestId } }) => ({ requestId }),
                onDone: [
                  {
                    guard: { type: 'isUndelivered', params: ({ event }) => event.output },
                    target: '#codeArrival.message.undelivered',
                  },
                  { target: 'pausing' },
                ],
                onError: { target: 'pausing' },
              },
            },
            pausing: { after: { checkPause: { guard: 'hasChecksLeft', target: 'checking' } } },
          },
        },
        undelivered: { description: 'The network couldn’t deliver it to this number.' },
      },
    },
  },
})

export type CodeArrivalActor = ActorRefFrom<typeof codeArrivalMachine>
