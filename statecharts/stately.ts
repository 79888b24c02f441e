import type { AnyStateMachine } from 'xstate'

/**
 * A config that JSON can hold. Actions, guards and actors are names already; what is computed while the machine runs
 * (context, input, params) has no place in the editor and is left out.
 */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      part === undefined || typeof part === 'function' ? [] : [[key, plain(part)]],
    ),
  )
}

/** A machine's config as the Stately editor imports it. */
export const toStatelyJson = (machine: AnyStateMachine): string =>
  `${JSON.stringify(plain(machine.config), null, 2)}\n`
