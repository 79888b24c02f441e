import { parseArgs } from 'node:util'
import { type ApiFailure, demoToken, fieldOf, Locale, reasonOf } from '@handsfree/core/api'
import type { CatalogueIssue } from '@handsfree/core/catalogue'
import { loadMessages } from '@handsfree/core/language'
import { escapeUnprintable } from '@handsfree/core/text'
import * as v from 'valibot'
import { type Command, commandOptions } from './command.ts'
import { commands } from './commands.ts'
import { collect, isPaged } from './every-page.ts'
import { refusalWords } from './refusals.ts'
import { CallError, MistakesError, openSession, type Session, UsageError } from './session.ts'
import { show, showPages } from './show.ts'
import { paint, type Terminal, table } from './table.ts'

/** Exit codes: done, refused by the server, used wrongly, no answer. */
export const exitCodes = { done: 0, refused: 1, misused: 2, noAnswer: 3 } as const

const toolOptions = {
  as: { type: 'string' },
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
  token: { type: 'string' },
  url: { type: 'string' },
} as const

const about = `npm run operator -- COMMAND [WORDS] [OPTIONS]

ORDER is an order number, an id, or the beginning of either.

  --as WHO      in the demo: operator, courier:0731, site:hongqiao-railway-station
  --token TOKEN an employee's token; HANDSFREE_TOKEN without it, the demo's operator without both
  --url URL     the server; HANDSFREE_URL without it, http://localhost:4000 without both
  --lang LANG   en-US or zh-CN, for places, statuses and refusals
  --json        the result as JSON, refusals too
  --help        this text, or that of one command

Ends with 0 when it went well, 1 when the server refused, 2 when it was used wrongly, 3 when there was no answer.
`

const helpOf = (terminal: Terminal): string[] => [
  about,
  ...table(
    terminal,
    ['command', ''],
    Object.entries(commands).map(([name, { usage, summary }]) => [
      { text: `${name} ${usage}`.length > 52 ? name : `${name} ${usage}`.trim() },
      { text: summary },
    ]),
  ),
]

/** `courier:0731` is the demo's `courier-0731`, `site:pudong-airport-t2` its worker there. */
function demoTokenOf(who: string): string {
  const [role, name = ''] = who.split(':')
  if (who === 'operator') return demoToken('operator')
  if (role === 'courier' && name) return demoToken(`courier-${name}`)
  if (role === 'site' && name) return demoToken(`site-${name}`)
  throw new UsageError(`${who} is nobody. Try operator, courier:0731 or site:hongqiao-railway-station.`)
}

type Environment = Record<string, string | undefined>

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...toolOptions, ...commandOptions },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function commandOf(name: string | undefined): [string, Command] {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!name || !command) {
    throw new UsageError(`${name ?? 'Nothing'} is no command. \`npm run operator -- --help\` lists them.`)
  }
  return [name, command]
}

function checkUse(
  name: string,
  { words: [least, most], options = [], usage }: Command,
  words: string[],
  given: string[],
) {
  const foreign = given.filter((option) => !(option in toolOptions) && !options.some((own) => own === option))
  if (foreign.length > 0) throw new UsageError(`${name} takes no --${foreign.join(', --')}.`)
  if (words.length < least || words.length > most) throw new UsageError(`Use it as: ${name} ${usage}`)
}

/** What may be done with the order instead, where the caller sees it. */
async function possibleNow(session: Session, orderId: string | undefined): Promise<string[]> {
  if (!orderId) return []
  const order = await session.find(orderId).catch(() => null)
  return order ? [`Possible now: ${order.events.join(', ') || 'nothing'}.`] : []
}

/** The field that does not fit, and why, as a refusal names them. */
function fieldLineOf(failure: ApiFailure): string[] {
  const details = failure.kind === 'refused' ? failure.details : null
  const named = [fieldOf(details), reasonOf(details)].filter((part) => part !== null)
  return named.length > 0 ? [`${named.join(': ')}.`] : []
}

/** What of the company's own data does not fit, as a refusal names it. */
function issuesOf(failure: ApiFailure): string[] {
  const details = failure.kind === 'refused' ? failure.details : null
  const issues = (details as { issues?: unknown } | null)?.issues
  if (!Array.isArray(issues)) return []
  return (issues as Partial<CatalogueIssue>[]).flatMap(({ id, field, message }) =>
    id && message ? [`${id}  ${field}: ${message}`] : [],
  )
}

const codeOf = (failure: ApiFailure): number | null => (failure.kind === 'refused' ? failure.code : null)

/** A failure of this machine's files, such as a full disk or a folder without rights. */
const isOfThisMachine = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

/** Runs one command. `args` are those after the script's name. Returns the process's exit code. */
export async function runOperator(
  args: readonly string[],
  terminal: Terminal,
  environment: Environment = {},
): Promise<number> {
  const isJson = args.includes('--json')
  const complain = (lines: string[], code: number | null) => {
    if (isJson) terminal.complain(escapeUnprintable(JSON.stringify({ code, message: lines.join(' ') })))
    else
      for (const [index, line] of lines.entries())
        terminal.complain(index ? escapeUnprintable(line) : paint(terminal, 'red', line))
  }
  let session: Session | null = null
  let messages: Record<string, string> = {}
  let language: Locale = 'en-US'
  let url = ''
  try {
    const { values, positionals } = readArguments(args)
    const { as, help, json, lang = 'en-US', token, url: given, ...options } = values
    const [name, ...words] = positionals
    if (help && name === undefined) {
      for (const line of helpOf(terminal)) terminal.write(line)
      return exitCodes.done
    }
    const [called, command] = commandOf(name)
    if (help) {
      terminal.write(`npm run operator -- ${called} ${command.usage}\n${command.summary}`)
      return exitCodes.done
    }
    checkUse(called, command, words, Object.keys(values))
    const locale = v.safeParse(Locale, lang)
    if (!locale.success) throw new UsageError('--lang is en-US or zh-CN.')
    language = locale.output
    messages = await loadMessages(language)
    url = given ?? environment.HANDSFREE_URL ?? 'http://localhost:4000'
    if (!URL.canParse(url)) throw new UsageError(`${url} is no address. Try http://localhost:4000.`)
    const own = as ? demoTokenOf(as) : (token ?? environment.HANDSFREE_TOKEN ?? demoToken('operator'))
    session = openSession({ url, token: own, locale: locale.output })
    const outcome = await command.run({ session, words, options })
    const linesOf = (result: unknown) =>
      command.lines?.(result as never, url, options)?.map(escapeUnprintable) ?? null
    if (isPaged(outcome) && !json) {
      const showing = { terminal, messages, url }
      for await (const line of showPages(showing, outcome, linesOf)) terminal.write(line)
      return exitCodes.done
    }
    const result = isPaged(outcome) ? await collect(outcome) : outcome
    if (json) terminal.write(JSON.stringify(result, null, 2).split('\n').map(escapeUnprintable).join('\n'))
    else {
      for (const line of linesOf(result) ?? show({ terminal, messages, url }, result)) terminal.write(line)
    }
    return exitCodes.done
  } catch (error) {
    if (error instanceof UsageError) {
      complain(error instanceof MistakesError ? error.lines : [error.message], null)
      return exitCodes.misused
    }
    if (isOfThisMachine(error)) {
      complain([`A file cannot be read or written here: ${error.message}`], null)
      return exitCodes.misused
    }
    if (!(error instanceof CallError)) throw error
    if (error.failure.kind !== 'refused') {
      const why = session?.whyNoAnswer()
      complain(
        [
          `Handsfree did not answer at ${url}${why ? `: ${why}` : ''}. Nothing is known to have changed. Is the server running, and is --url right?`,
        ],
        null,
      )
      return exitCodes.noAnswer
    }
    const { code, message } = error.failure
    const words = refusalWords(language, code) ?? messages[`error.${code}`] ?? message
    const issues = issuesOf(error.failure)
    const hint = code === 1010 ? ['Pass a valid token with --token, or use --as in the demo.'] : []
    complain(
      [
        // What does not fit says more than its code's words, which are a traveller's for some.
        issues.length > 0 ? `${code} ${message}:` : `${code} ${message}: ${words}`,
        ...error.about,
        ...hint,
        ...fieldLineOf(error.failure),
        ...issues,
        ...(session ? await possibleNow(session, error.orderId) : []),
      ],
      codeOf(error.failure),
    )
    return exitCodes.refused
  }
}
