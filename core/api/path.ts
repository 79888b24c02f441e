import type { CallShape } from './contract/call.ts'

type Pathed = Pick<CallShape, 'path'>

/** A call's path below `/api` with its parameters filled in, each encoded. */
export const pathOf = ({ path }: Pathed, params: object = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** A call's path below `/api` as routers write it: `/orders/:orderId`. */
export const patternOf = ({ path }: Pathed): string => path.replace(/\{(\w+)\}/g, ':$1')

/** A query with its question mark, empty without values. Arrays in brackets style: `types[]=1&types[]=2` (spec section 7). */
export function queryString(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) parameters.append(`${key}[]`, String(item))
    else if (value !== undefined) parameters.append(key, String(value))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}
