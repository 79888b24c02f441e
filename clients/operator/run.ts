import { demoToken } from '@handsfree/core/api'
import type { CatalogueIssue } from '@handsfree/core/catalogue'
import type { Locale } from '@handsfree/core/contract'
import { loadMessages } from '@handsfree/core/i18n'
import { type ApiFailure, errorCodes, escapeUnprintable, fieldOf, reasonOf } from '@handsfree/core/lib'
import { Command, CommanderError, Option } from 'commander'
import { commandGroups } from './commands.ts'
import { collect, isPaged } from './every-page.ts'
import { refusalText } from './refusals.ts'
import { CallError, MistakesError, openSession, type Session, UsageError } from './session.ts'
import { showPages, showResult } from './show.ts'
import { paint, type Terminal } from './table.ts'
import type { Tool } from './tool.ts'

export const exitCodes = { done: 0, refused: 1, misused: 2, noAnswer: 3 } as const

const exitCodesText = `
Exit codes: 0 done, 1 refused by the server, 2 wrong usage or an unwritable file, 3 no answer.`

type GlobalOptions = { as?: string; json?: true; lang: Locale; token?: string; url?: string }

const createProgram = (terminal: Terminal, writeError: (text: string) => void): Command =>
  new Command('npm run operator --')
    .description('Runs the actions of operators, couriers and site employees.')
    .option('--as <who>', 'role in the demo: operator, courier:0731 or site:hongqiao-railway-station')
    .option('--token <token>', 'employee token (default: HANDSFREE_TOKEN or the demo operator)')
    .option('--url <url>', 'server address (default: HANDSFREE_URL or http://localhost:4000)')
    .addOption(
      new Option('--lang <language>', 'language of places, statuses and errors')
        .choices(['en-US', 'zh-CN'] satisfies Locale[])
        .default('en-US'),
    )
    .option('--json', 'print results and errors as JSON')
    .addHelpText('after', exitCodesText)
    .showHelpAfterError('(add --help for additional information)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.write(text.trimEnd()),
      writeErr: writeError,
      getOutHasColors: () => terminal.hasColour,
    })
    .exitOverride()

/** Returns the demo token of a role such as `courier:0731` or `site:pudong-airport-t2`. */
function demoTokenOf(who: string): string {
  const [role, name = ''] = who.split(':')
  if (who === 'operator') return demoToken('operator')
  if (role === 'courier' && name) return demoToken(`courier-${name}`)
  if (role === 'site' && name) return demoToken(`site-${name}`)
  throw new UsageError(`Unknown role ${who}. Try operator, courier:0731 or site:hongqiao-railway-station.`)
}

type Environment = Record<string, string | undefined>

async function readPossibleEvents(session: Session, orderId: string | undefined): Promise<string[]> {
  if (!orderId) return []
  const order = await session.find(orderId).catch(() => null)
  return order ? [`Possible now: ${order.events.join(', ') || 'nothing'}.`] : []
}

function fieldLineOf(failure: ApiFailure): string[] {
  const details = failure.kind === 'refused' ? failure.details : null
  const named = [fieldOf(details), reasonOf(details)].filter((part) => part !== null)
  return named.length > 0 ? [`${named.join(': ')}.`] : []
}

function issuesOf(failure: ApiFailure): string[] {
  const details = failure.kind === 'refused' ? failure.details : null
  const issues = (details as { issues?: unknown } | null)?.issues
  if (!Array.isArray(issues)) return []
  return (issues as Partial<CatalogueIssue>[]).flatMap(({ id, field, message }) =>
    id && message ? [`${id}  ${field}: ${message}`] : [],
  )
}

const codeOf = (failure: ApiFailure): number | null => (failure.kind === 'refused' ? failure.code : null)

const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

/** Runs a command and returns the exit code. `args` exclude the script's name. */
export async function runOperator(
  args: readonly string[],
  terminal: Terminal,
  environment: Environment = {},
): Promise<number> {
  const isJson = args.includes('--json')
  const reportError = (lines: string[], code: number | null) => {
    if (isJson) terminal.writeError(escapeUnprintable(JSON.stringify({ code, message: lines.join(' ') })))
    else {
      for (const [index, line] of lines.entries()) {
        terminal.writeError(index ? escapeUnprintable(line) : paint(terminal, 'red', line))
      }
    }
  }
  let usageErrors = ''
  let session = null as Session | null
  let messages: Record<string, string> = {}
  let language: Locale = 'en-US'
  let url = ''
  try {
    const program = createProgram(terminal, (text) => {
      usageErrors += text
    })
    const tool: Tool = {
      program,
      run:
        (action, lines) =>
        async (...commandArgs) => {
          const { as, json, lang, token, url: given } = program.opts<GlobalOptions>()
          language = lang
          messages = await loadMessages(language)
          url = given ?? environment.HANDSFREE_URL ?? 'http://localhost:4000'
          if (!URL.canParse(url)) throw new UsageError(`Invalid address ${url}. Try http://localhost:4000.`)
          const employeeToken = as
            ? demoTokenOf(as)
            : (token ?? environment.HANDSFREE_TOKEN ?? demoToken('operator'))
          session = openSession({ url, token: employeeToken, locale: language })
          const viewOptions = { terminal, messages, url }
          const outcome = await action(session, ...commandArgs)
          const linesOf = (result: unknown) => lines?.(result as never, url)?.map(escapeUnprintable) ?? null
          if (isPaged(outcome) && !json) {
            for await (const line of showPages(viewOptions, outcome, linesOf)) terminal.write(line)
            return
          }
          const result = isPaged(outcome) ? await collect(outcome) : outcome
          if (json) {
            terminal.write(JSON.stringify(result, null, 2).split('\n').map(escapeUnprintable).join('\n'))
          } else {
            for (const line of linesOf(result) ?? showResult(viewOptions, result)) terminal.write(line)
          }
        },
    }
    for (const [heading, add] of Object.entries(commandGroups)) {
      program.commandsGroup(heading)
      add(tool)
    }
    await program.parseAsync(args, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done
      reportError(usageErrors.trimEnd().split('\n'), null)
      return exitCodes.misused
    }
    if (error instanceof UsageError) {
      reportError(error instanceof MistakesError ? error.lines : [error.message], null)
      return exitCodes.misused
    }
    if (isSystemError(error)) {
      reportError([`Cannot read or write a file: ${error.message}`], null)
      return exitCodes.misused
    }
    if (!(error instanceof CallError)) throw error
    if (error.failure.kind !== 'refused') {
      const why = session?.noAnswerReason()
      reportError(
        [
          `Cannot reach Handsfree at ${url}${why ? `: ${why}` : ''}. If the command changes something, check whether it did. Check that the server is running and that --url is correct.`,
        ],
        null,
      )
      return exitCodes.noAnswer
    }
    const { code, message } = error.failure
    const text = refusalText(language, code) ?? messages[`error.${code}`] ?? message
    const issues = issuesOf(error.failure)
    const hint =
      code === errorCodes.notLoggedIn ? ['Pass a valid token with --token, or use --as in the demo.'] : []
    reportError(
      [
        // With issues, leave out `text`: it is less specific and may be written for travellers.
        issues.length > 0 ? `${code} ${message}:` : `${code} ${message}: ${text}`,
        ...error.details,
        ...hint,
        ...fieldLineOf(error.failure),
        ...issues,
        ...(session ? await readPossibleEvents(session, error.orderId) : []),
      ],
      codeOf(error.failure),
    )
    return exitCodes.refused
  }
}
