import { type ESTree, parseSync } from 'vite'

/** An entry of `setup({...})`. `maker` is the function that creates it (`assign`, `fromPromise`), if any. */
export type SetupEntry = { name: string; maker: string | null; text: string }

export type SetupKind = 'actors' | 'actions' | 'guards' | 'delays'

/** A machine's source, parsed without running it. */
export type MachineSource = {
  name: string
  /** Its JSDoc on one line; empty without one. */
  description: string
  setup: Record<SetupKind, SetupEntry[]>
  config: ESTree.Expression
  /** Initial context, which may spawn children; empty without one. */
  context: string
}

const textOf = (code: string, node: { start: number; end: number }): string =>
  code.slice(node.start, node.end).replace(/\s+/g, ' ')

export const keyOf = (property: ESTree.ObjectProperty): string | null => {
  if (property.computed) return null
  if (property.key.type === 'Identifier') return property.key.name
  return property.key.type === 'Literal' && typeof property.key.value === 'string' ? property.key.value : null
}

export const valueAt = (node: ESTree.Node, key: string): ESTree.Expression | null => {
  if (node.type !== 'ObjectExpression') return null
  for (const property of node.properties) {
    if (property.type === 'Property' && keyOf(property) === key) return property.value
  }
  return null
}

export const listOf = (node: ESTree.Expression | null): ESTree.Expression[] => {
  if (node === null) return []
  if (node.type !== 'ArrayExpression') return [node]
  return node.elements.flatMap((element) => (element && element.type !== 'SpreadElement' ? [element] : []))
}

export const textValue = (node: ESTree.Expression | null): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

/** Name in `'name'` or `{ type: 'name', ... }`; null for other values. */
export const nameOf = (node: ESTree.Expression): string | null =>
  textValue(node) ?? textValue(valueAt(node, 'type'))

export const entriesOf = (node: ESTree.Expression | null): [string, ESTree.Expression][] =>
  node?.type === 'ObjectExpression'
    ? node.properties.flatMap((property) => {
        const key = property.type === 'Property' ? keyOf(property) : null
        return property.type === 'Property' && key !== null ? [[key, property.value]] : []
      })
    : []

const isMember = (node: ESTree.Expression, name: string): node is ESTree.StaticMemberExpression =>
  node.type === 'MemberExpression' &&
  !node.computed &&
  node.property.type === 'Identifier' &&
  node.property.name === name

/** Body of an expression-bodied arrow function; otherwise the whole text. */
const expressionText = (code: string, node: ESTree.Expression): string =>
  node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement'
    ? textOf(code, node.body).replace(/^\((\{.*\})\)$/, '$1')
    : textOf(code, node)

const makerOf = (node: ESTree.Expression): string | null =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : null

type Module = { code: string; program: ESTree.Program }

export type ReadImport = (specifier: string) => string

/** Resolves a name to an object literal, which an adjacent file may export. */
function findObject(
  module: Module,
  value: ESTree.Expression | null,
  readImport: ReadImport,
): { code: string; object: ESTree.ObjectExpression } | null {
  if (value?.type === 'ObjectExpression') return { code: module.code, object: value }
  if (value?.type !== 'Identifier') return null
  for (const statement of module.program.body) {
    if (statement.type !== 'ImportDeclaration') continue
    const found = statement.specifiers.find(({ local }) => local.name === value.name)
    if (found?.type !== 'ImportSpecifier' || found.imported.type !== 'Identifier') continue
    const exported = found.imported.name
    const code = readImport(statement.source.value)
    const { program } = parseSync(statement.source.value, code)
    const [object] = program.body.flatMap((one) => {
      if (one.type !== 'ExportNamedDeclaration' || one.declaration?.type !== 'VariableDeclaration') return []
      return one.declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && id.name === exported && init?.type === 'ObjectExpression' ? [init] : [],
      )
    })
    return object ? { code, object } : null
  }
  return null
}

function readEntries(
  module: Module,
  setup: ESTree.Node,
  kind: SetupKind,
  readImport: ReadImport,
): SetupEntry[] {
  const group = findObject(module, valueAt(setup, kind), readImport)
  if (!group) return []
  return group.object.properties.flatMap((property) => {
    const name = property.type === 'Property' ? keyOf(property) : null
    if (property.type !== 'Property' || name === null) return []
    return [{ name, maker: makerOf(property.value), text: expressionText(group.code, property.value) }]
  })
}

/** Parses `export const xMachine = setup({...}).createMachine({...})`; empty without one. */
export function readMachines(file: string, code: string, readImport: ReadImport = () => ''): MachineSource[] {
  const { program, comments, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const docstring = (statement: ESTree.Node): string => {
    const comment = comments.findLast(({ type, end }) => type === 'Block' && end <= statement.start)
    if (!comment?.value.startsWith('*') || code.slice(comment.end, statement.start).trim() !== '') return ''
    return comment.value
      .slice(1)
      .replace(/\n\s*\*/g, '\n')
      .replace(/\s+/g, ' ')
      .trim()
  }
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return []
      if (!isMember(init.callee, 'createMachine')) return []
      const made = init.callee.object
      const setup =
        made.type === 'CallExpression' && makerOf(made) === 'setup' ? made.arguments[0] : undefined
      const config = init.arguments[0]
      if (!setup || !config || config.type === 'SpreadElement') return []
      const context = valueAt(config, 'context')
      return [
        {
          name: id.name,
          description: docstring(statement),
          setup: {
            actors: readEntries({ code, program }, setup, 'actors', readImport),
            actions: readEntries({ code, program }, setup, 'actions', readImport),
            guards: readEntries({ code, program }, setup, 'guards', readImport),
            delays: readEntries({ code, program }, setup, 'delays', readImport),
          },
          config,
          context: context ? textOf(code, context) : '',
        },
      ]
    })
  })
}
