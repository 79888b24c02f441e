/** Opaque ids: letters, digits, `-` and `_`, at most 64. */
export const idPattern = /^[\w-]{1,64}$/

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)
