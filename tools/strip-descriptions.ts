import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

type Property = ESTree.ObjectProperty | ESTree.BindingProperty | ESTree.AssignmentTargetProperty

const isDescription = ({ key, value, computed }: Property): boolean =>
  !computed &&
  key.type === 'Identifier' &&
  key.name === 'description' &&
  value.type === 'Literal' &&
  typeof value.value === 'string'

/** A source without its descriptions, the space before each and the comma behind it. */
function withoutDescriptions(file: string, code: string): string {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Property[] = []
  new Visitor({
    Property(property) {
      if (isDescription(property)) found.push(property)
    },
  }).visit(program)
  const rests = found.map(({ end }, index) => code.slice(end, found[index + 1]?.start).replace(/^,/, ''))
  return [code.slice(0, found[0]?.start), ...rests]
    .map((part, index) => (index < found.length ? part.trimEnd() : part))
    .join('')
}

/** Leaves the statecharts' descriptions out of a build: they are for readers and editors, and a browser reads none. */
export function stripDescriptions(): Plugin {
  return {
    name: 'strip-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.machine\.ts$/ },
      handler: (code, id) => ({ code: withoutDescriptions(id, code), map: null }),
    },
  }
}
