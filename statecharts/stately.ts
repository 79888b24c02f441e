import type { AnyStateMachine } from 'xstate'

/**
 * The config as JSON. Drops values computed at run time (context, input, params), which the editor cannot represent.
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

export const toStatelyJson = (machine: AnyStateMachine): string =>
  `${JSON.stringify(plain(machine.config), null, 2)}\n`
