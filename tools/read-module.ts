import { readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

type Import = {
  from: string
  /** Exported names of the other module; empty for side-effect and default imports. */
  names: string[]
}
/** A call whose first argument is a text, such as a test with its title. */
type TitledCall = { callee: string; title: string }

export type SourceModule = {
  /** Runtime imports only, no types. */
  imports: Import[]
  /** Runtime exports and the module they come from; null for its own. `*` stands for all exports. */
  exports: { name: string; from: string | null }[]
  /** Dynamic imports. `by` is the function that receives the loader, such as `lazyScreen`. */
  loads: { from: string; by: string | null }[]
  titledCalls: TitledCall[]
  /** Values of string literals, and templates without expressions as in the source. */
  texts: string[]
  elements: string[]
}

const textOf = (node: ESTree.Node | undefined, source: string): string | null => {
  if (node?.type === 'TemplateLiteral') return source.slice(node.start + 1, node.end - 1)
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** Parses a source file with the bundler's parser. */
export function readModule(file: string): SourceModule {
  const source = readFileSync(file, 'utf8')
  const { program, module } = parseSync(file, source)
  const loads: SourceModule['loads'] = []
  const titledCalls: TitledCall[] = []
  const texts: string[] = []
  const elements: string[] = []
  const loaders: { by: string; start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: given, start, end }) {
      const called = source.slice(callee.start, callee.end)
      const title = textOf(given[0], source)
      if (title !== null && given.length > 1) titledCalls.push({ callee: called, title })
      if (given.length === 1) loaders.push({ by: called, start, end })
    },
    ImportExpression({ source: wanted, start, end }) {
      const from = textOf(wanted, source)
      const loader = loaders.findLast((call) => call.start < start && end < call.end)
      if (from !== null) loads.push({ from, by: loader?.by ?? null })
    },
    Literal({ value }) {
      if (typeof value === 'string') texts.push(value)
    },
    TemplateLiteral(template) {
      if (template.expressions.length === 0) texts.push(textOf(template, source) ?? '')
    },
    JSXOpeningElement({ name }) {
      elements.push(source.slice(name.start, name.end))
    },
  }).visit(program)
  const isUsed = ({ entries }: { entries: { isType: boolean }[] }) =>
    entries.length === 0 || entries.some(({ isType }) => !isType)
  return {
    imports: module.staticImports.filter(isUsed).map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      names: entries.flatMap(({ importName, isType }) => (isType ? [] : (importName.name ?? []))),
    })),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, moduleRequest, isType }) =>
        isType ? [] : { name: exportName.name ?? '*', from: moduleRequest?.value ?? null },
      ),
    ),
    loads,
    titledCalls,
    texts,
    elements,
  }
}
