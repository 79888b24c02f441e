import type { CallShape } from '../contract/call.ts'

type Pathed = Pick<CallShape, 'path'>

/** A call's path below `/api` with encoded parameters. */
export const pathOf = ({ path }: Pathed, params: object = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** A call's path below `/api` in router syntax: `/orders/:orderId`. */
export const patternOf = ({ path }: Pathed): string => path.replace(/\{(\w+)\}/g, ':$1')

export const encodeQuery = (parameters: readonly (readonly [string, unknown])[]): string =>
  parameters.map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('=')).join('&')

/**
 * Query with its question mark; empty without values. Arrays in brackets style: `types[]=1&types[]=2` (spec section 7).
 */
export function queryString(query: object = {}): string {
  const parameters = Object.entries(query).flatMap(([key, value]): [string, unknown][] =>
    Array.isArray(value)
      ? value.map((item) => [`${key}[]`, item])
      : value === undefined
        ? []
        : [[key, value]],
  )
  return parameters.length > 0 ? `?${encodeQuery(parameters)}` : ''
}
