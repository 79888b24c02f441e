import type { AnyStateMachine } from 'xstate'

/** Drops values computed at run time (context, input, params), which the editor cannot represent. */
const toJsonValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toJsonValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      part === undefined || typeof part === 'function' ? [] : [[key, toJsonValue(part)]],
    ),
  )
}

/** Code to paste into the editor's import, which needs a call of `createMachine`. */
export const toStatelyCode = (machine: AnyStateMachine): string =>
  `createMachine(${JSON.stringify(toJsonValue(machine.config), null, 2)})\n`
