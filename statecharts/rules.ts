import type { ESTree } from 'vite'
import {
  entriesOf,
  keyOf,
  listOf,
  type MachineSource,
  nameOf,
  type SetupKind,
  textValue,
  valueAt,
} from './source.ts'

/** Keys whose values are computed at run time; the diagrams only show that they exist. */
const computedKeys = new Set(['context', 'input', 'output', 'params', 'meta', 'tags'])

type Report = (message: string) => void
type Use = (kind: SetupKind, name: string) => void

/** Reports values that can't be read statically. */
function checkInline(node: ESTree.Expression, path: string, report: Report): void {
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        report(`${path} spreads another object`)
        continue
      }
      const key = keyOf(property)
      if (key === null) report(`${path} has a computed key`)
      else if (property.shorthand) report(`${path}.${key} comes from a variable`)
      else if (!computedKeys.has(key)) checkInline(property.value, `${path}.${key}`, report)
    }
  } else if (node.type === 'ArrayExpression') {
    for (const element of node.elements) {
      if (!element || element.type === 'SpreadElement') report(`${path} spreads another list`)
      else checkInline(element, path, report)
    }
  } else if (node.type !== 'Literal') report(`${path} isn’t a literal`)
}

function checkTransitions(node: ESTree.Expression | null, path: string, report: Report, use: Use): void {
  for (const transition of listOf(node)) {
    const guard = valueAt(transition, 'guard')
    if (guard) {
      const name = nameOf(guard)
      if (name === null) report(`${path} has an unnamed guard`)
      else use('guards', name)
    }
    checkActions(valueAt(transition, 'actions'), path, report, use)
  }
}

function checkActions(node: ESTree.Expression | null, path: string, report: Report, use: Use): void {
  for (const action of listOf(node)) {
    const name = nameOf(action)
    if (name === null) report(`${path} has an unnamed action`)
    else use('actions', name)
  }
}

function checkInvokes(node: ESTree.Expression, path: string, report: Report, use: Use): void {
  for (const invoke of listOf(valueAt(node, 'invoke'))) {
    const source = textValue(valueAt(invoke, 'src'))
    if (source === null) report(`${path} invokes an unnamed actor`)
    else use('actors', source)
    if (textValue(valueAt(invoke, 'id')) === null) report(`${path} invokes ${source} without an id`)
    if (!valueAt(invoke, 'onError')) report(`${path} invokes ${source} without onError`)
    for (const key of ['onDone', 'onError', 'onSnapshot']) {
      checkTransitions(valueAt(invoke, key), `${path}.${key}`, report, use)
    }
  }
}

function checkState(node: ESTree.Expression, path: string, report: Report, use: Use): void {
  for (const key of ['entry', 'exit']) checkActions(valueAt(node, key), `${path}.${key}`, report, use)
  for (const key of ['always', 'onDone']) {
    checkTransitions(valueAt(node, key), `${path}.${key}`, report, use)
  }
  for (const [event, transitions] of entriesOf(valueAt(node, 'on'))) {
    checkTransitions(transitions, `${path} on ${event}`, report, use)
  }
  for (const [delay, transitions] of entriesOf(valueAt(node, 'after'))) {
    use('delays', delay)
    checkTransitions(transitions, `${path} after ${delay}`, report, use)
  }
  checkInvokes(node, path, report, use)
  for (const [name, state] of entriesOf(valueAt(node, 'states'))) {
    checkState(state, `${path}.${name}`, report, use)
  }
}

/**
 * Violations of the rules for machine files: parts that aren't inline, parts without a name, names that `setup` lacks or
 * that are unused, invokes without `onError`.
 */
export function problemsOf({ setup, config, context }: MachineSource): string[] {
  const problems: string[] = []
  const report: Report = (message) => problems.push(message)
  const usedNames = new Map<SetupKind, Set<string>>()
  const use: Use = (kind, name) => {
    usedNames.set(kind, (usedNames.get(kind) ?? new Set()).add(name))
    if (!setup[kind].some((entry) => entry.name === name)) report(`setup.${kind} lacks '${name}'`)
  }
  const id = textValue(valueAt(config, 'id'))
  if (id === null) report('the machine has no id')
  checkInline(config, id ?? 'machine', report)
  checkState(config, id ?? 'machine', report, use)
  const written = [context, ...Object.values(setup).flatMap((entries) => entries.map(({ text }) => text))]
  for (const kind of ['actors', 'actions', 'guards', 'delays'] as const) {
    for (const { name } of setup[kind]) {
      const isNamed = usedNames.get(kind)?.has(name) || written.some((text) => text.includes(`'${name}'`))
      if (!isNamed) report(`setup.${kind}: '${name}' is unused`)
    }
  }
  return problems
}
