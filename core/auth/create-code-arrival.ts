import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import { type CodeDelivery, getCodeDelivery } from '../contract/verification-code.ts'
import { fromCall } from '../lib/from-call.ts'
import { ok } from '../lib/result.ts'
import { selectRequestId } from './auth.ts'
import { type CodeArrivalActor, type CodeArrivalInput, codeArrivalMachine } from './code-arrival.machine.ts'

/** The message with the latest requested code. Created, not started. */
export const createCodeArrival = ({ api, auth, platform, options }: App): CodeArrivalActor =>
  createActor(
    codeArrivalMachine.provide({
      actors: {
        receiveCode: fromPromise<string>(async ({ signal }) => {
          if (!platform.receiveCode) throw new Error('this device doesn’t read messages')
          return platform.receiveCode(signal)
        }),
        findDelivery: fromCall<CodeDelivery, CodeArrivalInput>(async ({ input: { requestId }, signal }) =>
          requestId === null
            ? ok({ isUndelivered: false })
            : api.call(getCodeDelivery, { params: { requestId } }, { signal }),
        ),
      },
      actions: { enterCode: (_, { code }) => auth.send({ type: 'code.change', code }) },
    }),
    {
      input: { requestId: selectRequestId(auth.getSnapshot()) },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )

type Snapshot = SnapshotFrom<CodeArrivalActor>

export const selectIsCodeLate = (snapshot: Snapshot): boolean => !snapshot.matches({ message: 'awaited' })
export const selectIsCodeUndelivered = (snapshot: Snapshot): boolean =>
  snapshot.matches({ message: 'undelivered' })
