import { createActor, createEmptyActor, fromCallback, type SnapshotFrom } from 'xstate'
import { initialAnswer } from '../api/initial-data.ts'
import type { App } from '../app.ts'
import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import type { PagingInput } from '../lib/paging.machine.ts'
import {
  type ReadingEvent,
  type ReadingInput,
  type ReadingRef,
  readingMachine,
} from '../lib/reading.machine.ts'
import type { Result } from '../lib/result.ts'
import { onReturn } from './hints.ts'

declare const valueType: unique symbol

/** `Value` is a phantom type: the machine itself is untyped. */
export type ReadingActor<Value> = ReadingRef & { readonly [valueType]?: Value }

/**
 * Implements the reading actors. `watch` calls back on each hint and returns an unsubscribe function. `read` gets the
 * last value and the question.
 */
export const provideReading = (
  watch: (listener: () => void) => () => void,
  read: (signal: CancelSignal, value: unknown, query: unknown) => Promise<Result<unknown, ApiFailure>>,
) =>
  readingMachine.provide({
    actors: {
      hints: fromCallback<ReadingEvent>(({ sendBack }) => watch(() => sendBack({ type: 'reading.hint' }))),
      read: fromCall<unknown, Pick<ReadingInput, 'query'> & { value: unknown }>(({ input, signal }) =>
        read(signal, input.value, input.query),
      ),
    },
  })

/** An inert listener. */
export const noListener = createEmptyActor() as unknown as ReadingInput['listener'] & PagingInput['listener']

/**
 * A call's result, kept fresh: read immediately unless server-rendered, on retry, and when the device is online again
 * or the traveller returns. Created, not started.
 */
export function createReading<Shape extends CallShape>(
  app: App,
  shape: Shape,
  request: CallRequest<Shape>,
): ReadingActor<CallResult<Shape>> {
  const { platform, options, api } = app
  const { value: initialValue, isFresh } = initialAnswer(app, shape, request)
  return createActor(
    provideReading(
      (listener) => onReturn(platform, listener),
      (signal) => api.call(shape, request, { signal }),
    ),
    {
      input: { initialValue, isFresh, listener: noListener },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}

/** Null until the first read. For `useSelector(actor, selectValue(actor))`. */
export const selectValue =
  <Value>(_actor: ReadingActor<Value>) =>
  ({ context }: SnapshotFrom<typeof readingMachine>): Value | null =>
    context.value as Value | null
