import { createActor, fromCallback, type SnapshotFrom } from 'xstate'
import { asking } from '../api/asking.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { App } from '../app.ts'
import type { Result } from '../result.ts'
import { type ResourceEvent, type ResourceRef, resourceMachine } from './resource.machine.ts'

declare const held: unique symbol

/** A resource that reads a `Value`: the machine does not look into it, its type travels with the actor. */
export type ResourceActor<Value> = ResourceRef & { readonly [held]?: Value }

/**
 * A page's resource: read at once, again on request after a failure, and whenever the device is online again or the
 * traveller returns. Not started yet.
 */
export const createResource = <Value>(
  { platform, options }: App,
  read: (signal: AbortSignal) => Promise<Result<Value, ApiFailure>>,
): ResourceActor<Value> =>
  createActor(
    resourceMachine.provide({
      actors: {
        hints: fromCallback<ResourceEvent>(({ sendBack }) => {
          const tell = () => sendBack({ type: 'resource.hint' })
          const stops = [
            platform.onReturn(tell),
            platform.onConnectivity((online) => {
              if (online) tell()
            }),
          ]
          return () => {
            for (const stop of stops) stop()
          }
        }),
        read: asking<unknown>(({ signal }) => read(signal)),
      },
    }),
    { inspect: options.inspect },
  )

/** What a resource has read; null until then. For `useSelector(actor, selectValue(actor))`. */
export const selectValue =
  <Value>(_actor: ResourceActor<Value>) =>
  ({ context }: SnapshotFrom<typeof resourceMachine>): Value | null =>
    context.value as Value | null
