/**
 * Reads a query string: `types[]=1&types[]=2` is an array (spec section 7), everything else is text. A plain name that
 * comes twice is an array too, which no schema of a single value accepts.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: [string, string | string[]][] = []
  const parameters = new URLSearchParams(text)
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    if (name.endsWith('[]')) query.push([name.slice(0, -2), values])
    else query.push([name, values.length === 1 ? values[0]! : values])
  }
  return Object.fromEntries(query)
}
