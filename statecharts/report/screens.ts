import type { AnyStateMachine, AnyStateNode } from 'xstate'
import en from '../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { nodesOf } from '../nodes.ts'
import type { WalkedStep } from '../paths/walked.ts'

/** A state's screen in words: the path of its page, and its title in both languages. */
export type StateScreen = { page: string; english: string; chinese: string }

const wordIn = (messages: Readonly<Record<string, string>>, key: string): string => messages[key] ?? key

/** What the `meta` of a state, and of those around it, says of its screen. Null for a state without one. */
export function screenOfState(node: AnyStateNode): StateScreen | null {
  const around: AnyStateNode[] = []
  for (let at: AnyStateNode | undefined = node; at; at = at.parent) around.unshift(at)
  const { page, title } = Object.assign({}, ...around.map(({ meta }) => meta)) as Record<string, unknown>
  if (typeof page !== 'string' || typeof title !== 'string') return null
  return { page, english: wordIn(en, title), chinese: wordIn(zh, title) }
}

/** The screens of a machine's states, by the state's id. */
export const screensOf = (machine: AnyStateMachine): Map<string, StateScreen> =>
  new Map(
    nodesOf(machine.root).flatMap((node) => {
      const screen = screenOfState(node)
      return screen ? [[node.id, screen] as const] : []
    }),
  )

export const titleOf = ({ english, chinese }: StateScreen): string => `${english} · ${chinese}`

/** The innermost of the states that a machine is in, in their order. */
export const leavesOf = (states: readonly string[]): string[] =>
  states.filter((id) => !states.some((other) => other.startsWith(`${id}.`)))

/** Where a path ends, as ids of states; a path that never began ends nowhere. */
export const endOf = (steps: readonly WalkedStep[]): string =>
  leavesOf(steps.at(-1)?.states ?? []).join(' + ') || 'before its start'
