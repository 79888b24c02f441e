import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from '../../../statecharts/registry.ts'

export type Mutant = {
  file: string
  /** Names around it, innermost first: functions, constants and keys. */
  scopes: string[]
  /** Name of the mutation, such as `negate condition`. */
  kind: string
  /** The replaced text and its replacement, on one line and shortened. */
  change: string
  start: number
  end: number
  replacement: string
  /** Number of earlier mutants with the same names and change. */
  twins: number
  /** Import that the replacement needs; it's added to the first line so that lines keep their numbers. */
  prefix: string
}

export const groups = ['machines', 'rules', 'server'] as const
export type Group = (typeof groups)[number]

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? nameOf(node.property)) : ''
const calleeOf = (node: Node): string => (node.type === 'CallExpression' ? nameOf(node.callee) : '')

const swaps: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
/** Comparisons of drizzle-orm. */
const conditionSwaps: Record<string, string> = {
  lt: 'lte',
  lte: 'lt',
  gt: 'gte',
  gte: 'gt',
  eq: 'ne',
  ne: 'eq',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
}

/** Nodes without promised behaviour: types, imports, logs, traces and texts of errors. */
function isSkipped(node: Node): boolean {
  if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type) || /^(Import|ExportAll)/.test(node.type))
    return true
  if (node.type === 'ThrowStatement') return true
  if (node.type === 'Property') return ['meta', 'description', 'types', 'tags'].includes(nameOf(node.key))
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  return /^(log|logger|console|notProvided)$/.test(nameOf(callee.object) || nameOf(callee))
}

class Generator {
  readonly mutants: Mutant[] = []
  readonly #file: string
  readonly #source: string
  readonly #names = new Map<string, number>()
  #scopes: string[] = []

  constructor(file: string, source: string) {
    this.#file = file
    this.#source = source
    const { program, errors } = parseSync(file, source)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    this.#visit(program as unknown as Node, [])
  }

  #text = ({ start, end }: { start: number; end: number }) => this.#source.slice(start, end)

  #add(kind: string, { start, end }: { start: number; end: number }, replacement: string, prefix = ''): void {
    const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 90)
    const change = `${short(this.#source.slice(start, end))} → ${short(replacement) || 'nothing'}`
    const name = [...this.#scopes, kind, change].join()
    const twins = this.#names.get(name) ?? 0
    this.#names.set(name, twins + 1)
    this.mutants.push({
      file: this.#file,
      scopes: this.#scopes,
      kind,
      change,
      start,
      end,
      replacement,
      twins,
      prefix,
    })
  }

  /** Removes an element of a list together with one comma. */
  #drop(kind: string, node: Node): void {
    const after = /^\s*,/.exec(this.#source.slice(node.end))?.[0].length ?? 0
    const before = after > 0 ? 0 : (/,\s*$/.exec(this.#source.slice(0, node.start))?.[0].length ?? 0)
    this.#add(kind, { start: node.start - before, end: node.end + after }, '')
  }

  #negate(kind: string, node: Node): void {
    this.#add(
      kind,
      node,
      node.type === 'UnaryExpression' && node.operator === '!'
        ? this.#text(node.argument as Node)
        : `!(${this.#text(node)})`,
    )
  }

  #visit(node: Node, parents: readonly Node[]): void {
    if (isSkipped(node)) return
    const scopes = this.#scopes
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type))
      this.#scopes = [nameOf(node.key), ...scopes]
    if (
      /^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) &&
      isNode(node.id) &&
      node.id.type === 'Identifier'
    )
      this.#scopes = [nameOf(node.id), ...scopes]
    this.#mutate(node, parents)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue
      // Object keys and imported names are neither values nor conditions.
      if (key === 'key' && node.computed !== true) continue
      for (const child of nodesOf(value)) this.#visit(child, [node, ...parents])
    }
    this.#scopes = scopes
  }

  #mutate(node: Node, parents: readonly Node[]): void {
    const [parent] = parents
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        this.#negate('negate condition', node.test as Node)
        return
      case 'LogicalExpression': {
        if (node.operator === '??') return
        this.#add('drop operand', node, this.#text(node.left as Node))
        this.#add('drop operand', node, this.#text(node.right as Node))
        return
      }
      case 'BinaryExpression': {
        const [left, right] = [node.left as Node, node.right as Node]
        const swap = swaps[node.operator as string]
        if (swap) this.#add('swap comparison', node, `${this.#text(left)} ${swap} ${this.#text(right)}`)
        return
      }
      case 'Literal':
        if (typeof node.value === 'boolean') this.#add('flip boolean', node, String(!node.value))
        if (typeof node.value === 'number') this.#add('change number', node, String(node.value + 1))
        return
      case 'Property':
        this.#property(node, parents)
        return
      case 'CallExpression':
        this.#call(node)
        return
      case 'ExpressionStatement': {
        const inner = node.expression as Node
        const call = (inner.type === 'AwaitExpression' ? inner.argument : inner) as Node
        if (call.type === 'CallExpression' && !isSkipped(call)) this.#add('drop call', node, ';')
        return
      }
      case 'BlockStatement':
        if (/Function/.test(parent?.type ?? '') && nodesOf(node.body).length > 0)
          this.#add(
            'return early',
            { start: node.start, end: node.start + 1 },
            '{ return undefined as never;',
          )
    }
  }

  #property(node: Node, [object, ...outer]: readonly Node[]): void {
    const name = nameOf(node.key)
    const value = node.value as Node
    if (['actions', 'entry', 'exit'].includes(name) && this.#file.endsWith('.machine.ts')) {
      const actions = value.type === 'ArrayExpression' ? nodesOf(value.elements) : []
      for (const action of actions.length > 1 ? actions : [node]) this.#drop('drop action', action)
    }
    if (name === 'guard') {
      this.#drop('drop guard', node)
      if (value.type === 'Literal')
        this.#add(
          'negate guard',
          value,
          `negated(${this.#text(value)})`,
          `import { not as negated } from 'xstate'; `,
        )
    }
    // Conditions of `setup({ guards })`.
    if (nameOf(outer[0]?.key) === 'guards' && value.type === 'ArrowFunctionExpression' && value.expression)
      this.#negate('negate guard', value.body as Node)
    const isUpdate = [outer[0], outer[1], outer[2]].some(
      (parent) =>
        parent && /^(assign|set|values)$/.test(calleeOf(parent)) && this.#isArgument(parent, object),
    )
    if (isUpdate) this.#drop('drop update', node)
  }

  /** Whether an object is a call's argument, or what an arrow function in its place returns. */
  #isArgument(call: Node, object: Node | undefined): boolean {
    const unwrapped = nodesOf(call.arguments).map((argument) => {
      const body = argument.type === 'ArrowFunctionExpression' ? (argument.body as Node) : argument
      return body.type === 'ParenthesizedExpression' ? (body.expression as Node) : body
    })
    return object !== undefined && unwrapped.includes(object)
  }

  #call(node: Node): void {
    const name = calleeOf(node)
    const given = nodesOf(node.arguments)
    const isFunction = (node.callee as Node).type === 'Identifier'
    if (['and', 'or'].includes(name) && isFunction && given.length > 1)
      for (const condition of given) this.#drop('drop condition', condition)
    const [condition] = given
    if (name === 'where' && given.length === 1 && condition) this.#add('drop where', condition, 'undefined')
    const swap = conditionSwaps[name]
    if (swap && isFunction)
      this.#add(
        'swap comparison',
        node.callee as Node,
        `${swap}Mutant`,
        `import { ${swap} as ${swap}Mutant } from 'drizzle-orm'; `,
      )
  }
}

/** Names a mutant without its line, which changes often. */
export const nameOfMutant = ({ file, scopes, kind, change, twins }: Mutant): string =>
  `${file} ${scopes.toReversed().join('.')}: ${kind}, ${change}${twins > 0 ? ` (${twins + 1})` : ''}`

export const mutantsOf = (file: string, source: string): Mutant[] => new Generator(file, source).mutants

export const plantMutant = (source: string, { start, end, replacement, prefix }: Mutant): string =>
  `${prefix}${source.slice(0, start)}${replacement}${source.slice(end)}`

export const lineOf = ({ file, start }: Mutant): number =>
  readFileSync(join(root, file), 'utf8').slice(0, start).split('\n').length

const sourcesIn = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))

/** A machine's chart, its functions, and the function that builds it. */
const isOfMachine = (file: string): boolean =>
  ['', 'create-'].some((prefix) =>
    existsSync(join(root, file.replace(/\.machine\.ts$|\.ts$/, '.machine.ts').replace(`/${prefix}`, '/'))),
  )

/** The server's code for money, orders, claims and retention. */
const serverDomains = ['payments', 'orders', 'order-details', 'changes', 'claims', 'bags', 'receipts']
const serverFolders = ['server/flows', ...serverDomains.map((name) => `server/domain/${name}`)]
const isOfServer = (file: string): boolean =>
  !/\.table\.ts$|\/demo\/|seed-demo|first-operator|autopilot/.test(file)

/** Schemas and texts are no rules. */
const isRule = (file: string): boolean => !/^core\/(contract|icons|screens|dist)\/|\/index\.ts$/.test(file)

export const filesOf: Record<Group, () => string[]> = {
  machines: () => sourcesIn('core').filter(isOfMachine),
  rules: () => sourcesIn('core').filter((file) => !isOfMachine(file) && isRule(file)),
  server: () => sourcesIn(...serverFolders).filter(isOfServer),
}

/** Returns numbers from 0 to 1, the same for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Chooses mutants at equal distances from all mutants in the order of their files. Each file gets its share, and a
 * seed always chooses the same ones.
 */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const random = seededRandom(seed)
  const order = new Map(mutants.map((mutant) => [mutant, random()]))
  const shuffled = mutants.toSorted(
    (a, b) => a.file.localeCompare(b.file) || (order.get(a) ?? 0) - (order.get(b) ?? 0),
  )
  const step = shuffled.length / Math.min(size, shuffled.length)
  const offset = random() * step
  return Array.from({ length: Math.min(size, shuffled.length) }, (_, index) => {
    const chosen = shuffled[Math.floor(offset + index * step)] ?? shuffled.at(-1)
    return chosen as Mutant
  })
}

export const generate = (group: Group): Mutant[] =>
  filesOf[group]().flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
