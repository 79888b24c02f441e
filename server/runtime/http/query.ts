/** More than any call accepts, so such a query is always rejected. */
const maxParameters = 100

/**
 * Parses a query string: `types[]=1&types[]=2` is an array (spec section 7), other values are strings. Repeated plain
 * names become arrays, which schemas reject. Reads up to 100 parameters.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const values = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > maxParameters) break
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => {
      if (name.endsWith('[]')) return [name.slice(0, -2), all]
      return [name, all.length === 1 ? all[0] : all]
    }),
  )
}
