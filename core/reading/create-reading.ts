import { createActor, createEmptyActor, fromCallback, type SnapshotFrom } from 'xstate'
import { asking } from '../api/asking.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { App } from '../app.ts'
import { onReturn } from '../realtime/hints.ts'
import type { Result } from '../result.ts'
import type { PagingInput } from './paging.machine.ts'
import { type ReadingEvent, type ReadingInput, type ReadingRef, readingMachine } from './reading.machine.ts'

declare const held: unique symbol

/** A reading of a `Value`: the machine does not look into it, its type travels with the actor. */
export type ReadingActor<Value> = ReadingRef & { readonly [held]?: Value }

/** The reading machine's placeholders, on the real world. `watch` calls back at each hint; it returns a stop
 * function. `read` is given what was read last. */
export const provideReading = (
  watch: (listener: () => void) => () => void,
  read: (signal: AbortSignal, value: unknown) => Promise<Result<unknown, ApiFailure>>,
) =>
  readingMachine.provide({
    actors: {
      hints: fromCallback<ReadingEvent>(({ sendBack }) => watch(() => sendBack({ type: 'reading.hint' }))),
      read: asking<unknown, { value: unknown }>(({ input, signal }) => read(signal, input.value)),
    },
  })

/** Listens to nothing. */
export const nobody = createEmptyActor() as unknown as ReadingInput['listener'] & PagingInput['listener']

/**
 * What a page reads: at once, again on request after a failure, and whenever the device is online again or the
 * traveller returns. Not started yet.
 */
export const createReading = <Value>(
  { platform, options }: App,
  read: (signal: AbortSignal) => Promise<Result<Value, ApiFailure>>,
): ReadingActor<Value> =>
  createActor(
    provideReading((listener) => onReturn(platform, listener), read),
    { input: { kept: null, isFresh: false, listener: nobody }, inspect: options.inspect },
  )

/** What was read last; null until then. For `useSelector(actor, selectValue(actor))`. */
export const selectValue =
  <Value>(_actor: ReadingActor<Value>) =>
  ({ context }: SnapshotFrom<typeof readingMachine>): Value | null =>
    context.value as Value | null
