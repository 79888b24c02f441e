import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

export const sourcesOf = (folder: 'core' | 'web' | 'server' | 'clients'): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\/(dist|node_modules|__\w+)\//.test(path))
    .sort()

const parse = (file: string): ESTree.Program => {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return program
}

/** Part of a key that is known only at run time. */
const unknown = '*'

/** Possible keys of an expression, with `*` for parts known only at run time. */
function keysOf(node: ESTree.Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [node.quasis.map((quasi) => quasi.value.cooked ?? '').join(unknown)]
    case 'ConditionalExpression':
      return [...keysOf(node.consequent), ...keysOf(node.alternate)]
    case 'LogicalExpression':
      return [...keysOf(node.left), ...keysOf(node.right)]
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return keysOf(node.expression)
    case 'JSXExpressionContainer':
      return node.expression.type === 'JSXEmptyExpression' ? [] : keysOf(node.expression)
    default:
      return []
  }
}

export type Use = { file: string; key: string }

/** Uses of messages in the code: keys, key patterns, and every word that may be part of a key. */
export type Scan = { named: Use[]; patterns: Set<string>; words: Set<string> }

/** Finds keys in the sources: `{ id: … }` of a formatted message, and the `id` of a `<FormattedMessage>`. */
export function scanKeys(files: readonly string[]): Scan {
  const scan: Scan = { named: [], patterns: new Set(), words: new Set() }
  for (const file of files) {
    const name = (node: ESTree.Node | null | undefined) => {
      for (const key of keysOf(node)) scan.named.push({ file, key })
    }
    new Visitor({
      CallExpression({ callee, arguments: [first] }) {
        const isFormat =
          callee.type === 'MemberExpression' &&
          !callee.computed &&
          callee.property.type === 'Identifier' &&
          callee.property.name === 'formatMessage'
        if (!isFormat || first?.type !== 'ObjectExpression') return
        for (const property of first.properties) {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
          if (property.key.name === 'id') name(property.value)
        }
      },
      JSXOpeningElement({ name: element, attributes }) {
        if (element.type !== 'JSXIdentifier' || element.name !== 'FormattedMessage') return
        for (const attribute of attributes) {
          if (attribute.type === 'JSXAttribute' && attribute.name.name === 'id') name(attribute.value)
        }
      },
      TemplateLiteral(node) {
        for (const key of keysOf(node)) if (key.includes(unknown)) scan.patterns.add(key)
      },
      Literal({ value }) {
        if (typeof value === 'string' || typeof value === 'number') scan.words.add(String(value))
      },
      Identifier(node) {
        scan.words.add(node.name)
      },
    }).visit(parse(file))
  }
  return scan
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The parts of a key that match the `*` of a pattern, or null if the key doesn't match. */
export function fit(pattern: string, key: string): string[] | null {
  const parts = pattern.split(unknown).map(escapeRegExp)
  return new RegExp(`^${parts.join('(.+)')}$`).exec(key)?.slice(1) ?? null
}

export type Text = { file: string; line: number; text: string }

const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'title',
  'alt',
  'label',
])
const hasWords = (text: string) => /\p{L}{2}|\p{Script=Han}/u.test(text)

export function scanTexts(files: readonly string[]): Text[] {
  const texts: Text[] = []
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8')
    const add = (node: ESTree.Node, text: unknown) => {
      if (typeof text !== 'string' || !hasWords(text)) return
      texts.push({ file, line: code.slice(0, node.start).split('\n').length, text: text.trim() })
    }
    new Visitor({
      JSXText(node) {
        add(node, node.value)
      },
      JSXExpressionContainer({ expression }) {
        if (expression.type === 'Literal') add(expression, expression.value)
      },
      JSXAttribute({ name, value }) {
        if (name.type !== 'JSXIdentifier' || !spoken.has(name.name)) return
        if (value?.type === 'Literal') add(value, value.value)
        if (value?.type === 'JSXExpressionContainer') {
          for (const text of keysOf(value)) add(value, text.replaceAll(unknown, ' '))
        }
      },
    }).visit(parse(file))
  }
  return texts
}
