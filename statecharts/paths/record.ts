import type { AnyStateMachine } from 'xstate'

type Implementation = (...args: unknown[]) => unknown
type BuiltIn = Implementation & { resolve: Implementation }

export const isBuiltIn = (action: unknown): action is BuiltIn =>
  typeof action === 'function' && 'resolve' in action

/** The built-in actions of a machine (`assign`, `raise`, `emit` …), each of which tells its name before it runs. */
export const recordBuiltIns = (
  { implementations }: AnyStateMachine,
  note: (name: string) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.actions).flatMap(([name, action]) => {
      if (!isBuiltIn(action)) return []
      const resolve: Implementation = (...args) => {
        note(name)
        return action.resolve(...args)
      }
      return [[name, Object.assign(() => undefined, action, { resolve })]]
    }),
  )

/** The other actions of a machine: each tells its name, and does nothing. */
export const recordEffects = (
  { implementations }: AnyStateMachine,
  note: (name: string) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.actions).flatMap(([name, action]) => {
      if (isBuiltIn(action)) return []
      const resolve: Implementation = (_scope, snapshot, _args, params) => {
        note(name)
        return [snapshot, params, undefined]
      }
      return [[name, Object.assign(() => undefined, { type: name, resolve })]]
    }),
  )

/** The guards of a machine, each of which tells its name when it lets something through. */
export const recordGuards = (
  { implementations }: AnyStateMachine,
  note: (name: string) => void,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(implementations.guards).flatMap(([name, guard]) => {
      if (typeof guard !== 'function' || 'check' in guard) return []
      const noted: Implementation = (...args) => {
        const isOpen = (guard as Implementation)(...args)
        if (isOpen) note(name)
        return isOpen
      }
      return [[name, noted]]
    }),
  )
