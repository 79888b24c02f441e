import type { AnyStateMachine } from 'xstate'

type Implementation = (...args: unknown[]) => unknown
type BuiltIn = Implementation & { resolve: Implementation }

export const isBuiltIn = (action: unknown): action is BuiltIn =>
  typeof action === 'function' && 'resolve' in action

type Context = Record<string, unknown>

/**
 * Wraps a machine's built-in actions (`assign`, `raise`, `emit` …) to record their names, and the context before and
 * after.
 */
export const recordBuiltIns = (
  { implementations }: AnyStateMachine,
  record: (name: string) => void,
  recordWrite?: (name: string, before: Context, after: Context) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.actions).flatMap(([name, action]) => {
      if (!isBuiltIn(action)) return []
      const resolve: Implementation = (...args) => {
        record(name)
        const resolved = action.resolve(...args) as [{ context: Context }]
        recordWrite?.(name, (args[1] as { context: Context }).context, resolved[0].context)
        return resolved
      }
      return [[name, Object.assign(() => undefined, action, { resolve })]]
    }),
  )

/** Replaces a machine's other actions with no-ops that record their names. */
export const recordEffects = (
  { implementations }: AnyStateMachine,
  record: (name: string) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.actions).flatMap(([name, action]) => {
      if (isBuiltIn(action)) return []
      const resolve: Implementation = (_scope, snapshot, _args, params) => {
        record(name)
        return [snapshot, params, undefined]
      }
      return [[name, Object.assign(() => undefined, { type: name, resolve })]]
    }),
  )

/** Wraps a machine's guards to record the names of those that return true. */
export const recordGuards = (
  { implementations }: AnyStateMachine,
  record: (name: string) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.guards).flatMap(([name, guard]) => {
      if (typeof guard !== 'function' || 'check' in guard) return []
      const recordingGuard: Implementation = (...args) => {
        const isOpen = (guard as Implementation)(...args)
        if (isOpen) record(name)
        return isOpen
      }
      return [[name, recordingGuard]]
    }),
  )
