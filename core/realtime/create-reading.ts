import { createActor, createEmptyActor, fromCallback, type SnapshotFrom } from 'xstate'
import { knownAnswer } from '../api/known.ts'
import type { App } from '../app.ts'
import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import { asking } from '../lib/asking.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import type { PagingInput } from '../lib/paging.machine.ts'
import {
  type ReadingEvent,
  type ReadingInput,
  type ReadingRef,
  readingMachine,
} from '../lib/reading.machine.ts'
import type { Result } from '../lib/result.ts'
import { onReturn } from './hints.ts'

declare const held: unique symbol

/** A reading of a `Value`: the machine does not look into it, its type travels with the actor. */
export type ReadingActor<Value> = ReadingRef & { readonly [held]?: Value }

/** The reading machine's placeholders, on the real world. `watch` calls back at each hint; it returns a stop
 * function. `read` is given what was read last, and what is asked for. */
export const provideReading = (
  watch: (listener: () => void) => () => void,
  read: (signal: CancelSignal, value: unknown, question: unknown) => Promise<Result<unknown, ApiFailure>>,
) =>
  readingMachine.provide({
    actors: {
      hints: fromCallback<ReadingEvent>(({ sendBack }) => watch(() => sendBack({ type: 'reading.hint' }))),
      read: asking<unknown, Pick<ReadingInput, 'question'> & { value: unknown }>(({ input, signal }) =>
        read(signal, input.value, input.question),
      ),
    },
  })

/** Listens to nothing. */
export const nobody = createEmptyActor() as unknown as ReadingInput['listener'] & PagingInput['listener']

/**
 * The answer of a call that a page reads: at once unless it came with the page, again on request after a failure, and
 * whenever the device is online again or the traveller returns. Created, not started.
 */
export function createReading<Shape extends CallShape>(
  app: App,
  shape: Shape,
  request: CallRequest<Shape>,
): ReadingActor<CallResult<Shape>> {
  const { platform, options, api } = app
  const { value: kept, isFresh } = knownAnswer(app, shape, request)
  return createActor(
    provideReading(
      (listener) => onReturn(platform, listener),
      (signal) => api.call(shape, request, { signal }),
    ),
    {
      input: { kept, isFresh, listener: nobody },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}

/** What was read last; null until then. For `useSelector(actor, selectValue(actor))`. */
export const selectValue =
  <Value>(_actor: ReadingActor<Value>) =>
  ({ context }: SnapshotFrom<typeof readingMachine>): Value | null =>
    context.value as Value | null
