import type { AnyStateMachine, AnyStateNode } from 'xstate'
import en from '../../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { nodesOf } from '../nodes.ts'
import type { WalkedStep } from '../paths/walked.ts'

export type StateScreen = { page: string; english: string; chinese: string }

const messageIn = (messages: Readonly<Record<string, string>>, key: string): string => messages[key] ?? key

/** Screen from the `meta` of a state and its ancestors; null without one. */
export function screenOfState(node: AnyStateNode): StateScreen | null {
  const around: AnyStateNode[] = []
  for (let at: AnyStateNode | undefined = node; at; at = at.parent) around.unshift(at)
  const { page, title } = Object.assign({}, ...around.map(({ meta }) => meta)) as Record<string, unknown>
  if (typeof page !== 'string' || typeof title !== 'string') return null
  return { page, english: messageIn(en, title), chinese: messageIn(zh, title) }
}

export const screensOf = (machine: AnyStateMachine): Map<string, StateScreen> =>
  new Map(
    nodesOf(machine.root).flatMap((node) => {
      const screen = screenOfState(node)
      return screen ? [[node.id, screen] as const] : []
    }),
  )

export const titleOf = ({ english, chinese }: StateScreen): string => `${english} · ${chinese}`

export const leavesOf = (states: readonly string[]): string[] =>
  states.filter((id) => !states.some((other) => other.startsWith(`${id}.`)))

/** The leaf states at the end of a path, joined by ` + `. */
export const endOf = (steps: readonly WalkedStep[]): string =>
  leavesOf(steps.at(-1)?.states ?? []).join(' + ') || 'before its start'
