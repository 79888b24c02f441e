import { type App, screenOf } from '@handsfree/core'
import type { MessageKey } from '@handsfree/core/i18n'
import { type Formatter, joinParts } from '@handsfree/core/i18n'
import Table from 'cli-table3'
import { type AnyActorRef, type AnyMachineSnapshot, type SnapshotFrom, waitFor } from 'xstate'
import { type Choice, type Prompts, printable } from './prompts.ts'

type Values = Record<string, string | number>

export type Step = {
  app: App
  intl: Formatter
  /** Pays with the test card of the demo's payment page, without asking. */
  pays: boolean
  /** Aborted when the visit is over: signed out, another language, or the terminal closed. */
  signal: AbortSignal
  words(id: MessageKey, values?: Values): string
  tell(...lines: readonly string[]): void
  ask(question: string, initial?: string): Promise<string>
  choose<Value>(
    question: string,
    choices: readonly Choice<Value>[],
    options?: { initial?: Value; inRows?: boolean; signal?: AbortSignal },
  ): Promise<Value>
}

type StepParts = Pick<Step, 'app' | 'intl' | 'pays' | 'signal'> & { prompts: Prompts }

export function createStep({ prompts, ...parts }: StepParts): Step {
  const { intl, signal } = parts
  return {
    ...parts,
    words: (id, values) => intl.formatMessage({ id }, values),
    tell: prompts.tell,
    ask: (question, initial) => prompts.ask(question, { signal, initial }),
    choose: (question, choices, options) =>
      prompts.choose(question, choices, { signal, words: intl, ...options }),
  }
}

/** What the page is called that shows this state elsewhere, by the machine’s own word; then the part of it that is shown. */
export function titleOf({ words }: Step, snapshot: AnyMachineSnapshot, part = ''): string {
  const screen = screenOf(snapshot)
  return joinParts([screen && words(screen.title), part])
}

type Askable<Event> = AnyMachineSnapshot & { can(event: Event): boolean }

/** Whether the page of this state offers an event, and the machine lets it through now. */
export const mayDo = <Event extends { type: string }>(snapshot: Askable<Event>, event: Event): boolean =>
  screenOf(snapshot)?.may.includes(event.type) === true && snapshot.can(event)

/** Of choices that are events, those that may be sent now. */
export const offered = <Event extends { type: string }, Offer extends Choice<Event>>(
  snapshot: Askable<Event>,
  choices: readonly Offer[],
): Choice<Offer['value']>[] => choices.filter(({ value }) => mayDo(snapshot, value))

/** Waits for an actor until `holds`; ends with the visit. */
export const until = <Actor extends AnyActorRef>(
  { signal }: Step,
  actor: Actor,
  holds: (snapshot: SnapshotFrom<Actor>) => boolean,
): Promise<SnapshotFrom<Actor>> => waitFor(actor, holds, { signal })

/** Asks as long as `holds`; null once the actor has moved on without an answer. */
export async function askWhile<Actor extends AnyActorRef, Value>(
  step: Step,
  actor: Actor,
  holds: (snapshot: SnapshotFrom<Actor>) => boolean,
  question: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  const moved = new AbortController()
  const check = () => {
    if (!holds(actor.getSnapshot())) moved.abort()
  }
  const subscription = actor.subscribe({ next: check, complete: check })
  check()
  try {
    return await question(AbortSignal.any([step.signal, moved.signal]))
  } catch (error) {
    if (moved.signal.aborted && !step.signal.aborted) return null
    throw error
  } finally {
    subscription.unsubscribe()
  }
}

/** Columns without a frame. */
const bare = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle'].flatMap((side) =>
    ['', '-left', '-mid', '-right'].map((corner) => [side + corner, '']),
  ),
)

/** Names and values in two columns. Rows without a value are left out. */
export function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const table = new Table({ chars: bare, style: { 'padding-left': 2, 'padding-right': 0 } })
  table.push(...rows.filter(([, value]) => value !== '').map((row) => row.map(printable)))
  return table.toString().split('\n')
}
