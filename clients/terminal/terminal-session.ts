import { type App, screenOf } from '@handsfree/core'
import type { MessageKey } from '@handsfree/core/i18n'
import { type Formatter, joinParts } from '@handsfree/core/i18n'
import Table from 'cli-table3'
import { type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom, waitFor } from 'xstate'
import { type Choice, type Prompts, printable } from './prompts.ts'

type Values = Record<string, string | number>

export type TerminalSession = {
  app: App
  intl: Formatter
  /** Pays with the sandbox's test card without asking. */
  pays: boolean
  /** Aborted when the visit ends: sign-out, another language, or a closed terminal. */
  signal: AbortSignal
  text(id: MessageKey, values?: Values): string
  print(...lines: readonly string[]): void
  ask(question: string, initial?: string): Promise<string>
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    options?: { initial?: Value; inRows?: boolean; signal?: AbortSignal },
  ): Promise<Value>
}

type SessionOptions = Pick<TerminalSession, 'app' | 'intl' | 'pays' | 'signal'> & { prompts: Prompts }

export function createTerminalSession({ prompts, ...parts }: SessionOptions): TerminalSession {
  const { intl, signal } = parts
  return {
    ...parts,
    text: (id, values) => intl.formatMessage({ id }, values),
    print: prompts.print,
    ask: (question, initial) => prompts.ask(question, { signal, initial }),
    choose: (question, choices, options) => prompts.choose(question, choices, { signal, intl, ...options }),
  }
}

/** Title of the state's page, from the machine's metadata, followed by `part`. */
export function titleOf({ text }: TerminalSession, snapshot: AnyMachineSnapshot, part = ''): string {
  const screen = screenOf(snapshot)
  return joinParts([screen && text(screen.title), part])
}

type Askable<Event> = AnyMachineSnapshot & { can(event: Event): boolean }

/** Returns whether the state's page offers an event and the machine accepts it. */
export const mayDo = <Event extends { type: string }>(snapshot: Askable<Event>, event: Event): boolean =>
  screenOf(snapshot)?.events.includes(event.type) === true && snapshot.can(event)

export const offeredChoices = <Event extends { type: string }, Offer extends Choice<Event>>(
  snapshot: Askable<Event>,
  choices: readonly Offer[],
): Choice<Offer['value']>[] => choices.filter(({ value }) => mayDo(snapshot, value))

/** Waits until `holds` is true. Rejects when the visit ends. */
export const waitUntil = <Actor extends AnyActorRef>(
  { signal }: TerminalSession,
  actor: Actor,
  holds: (snapshot: SnapshotFrom<Actor>) => boolean,
): Promise<SnapshotFrom<Actor>> => waitFor(actor, holds, { signal })

/** Asks while `holds` is true. Returns null if the state changes before an answer. */
export async function askWhile<Actor extends AnyActorRef, Value>(
  session: TerminalSession,
  actor: Actor,
  holds: (snapshot: SnapshotFrom<Actor>) => boolean,
  question: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const abortController = new AbortController()
  const check = () => {
    if (!holds(actor.getSnapshot())) abortController.abort()
  }
  const subscription = actor.subscribe({ next: check, complete: check })
  check()
  try {
    return await question(AbortSignal.any([session.signal, abortController.signal]))
  } catch (error) {
    if (abortController.signal.aborted && !session.signal.aborted) return null
    throw error
  } finally {
    subscription.unsubscribe()
  }
}

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle'].flatMap((side) =>
    ['', '-left', '-mid', '-right'].map((corner) => [side + corner, '']),
  ),
)

/** Skips rows without a value. */
export function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const table = new Table({ chars: noBorders, style: { 'padding-left': 2, 'padding-right': 0 } })
  table.push(...rows.filter(([, value]) => value !== '').map((row) => row.map(printable)))
  return table.toString().split('\n')
}
