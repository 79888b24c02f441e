/**
 * Places and follows orders in a terminal: `npm run terminal -- --url http://localhost:4000 --lang zh-CN`. `--staff
 * TOKEN` shows the notifications of a courier or site worker instead.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MessageKey } from '@handsfree/core/i18n'
import { chooseLocale, createFormatter, isLocale, loadMessages } from '@handsfree/core/i18n'
import { serveDesk } from './desk.ts'
import { openPrompts } from './open-prompts.ts'
import { Ended } from './prompts.ts'
import { followStaff } from './staff.ts'
import { createFileStorage } from './storage.ts'
import { visit } from './visit.ts'

const usageExitCode = 2

const options = {
  url: { type: 'string', default: 'http://localhost:4000' },
  /** Defaults to the stored language, else asks. */
  lang: { type: 'string' },
  /** State file, for restarts. */
  store: { type: 'string', default: join(homedir(), '.handsfree', 'terminal.json') },
  /** Pays with the demo's test card without asking. */
  pay: { type: 'boolean', default: false },
  /** Token of a courier or site worker: lists unread notifications, then follows new ones. */
  staff: { type: 'string' },
  /** With `staff`: exits after the list. */
  once: { type: 'boolean', default: false },
  /** Token of a site worker who orders for guests. */
  desk: { type: 'string' },
} as const

function readArguments() {
  try {
    const { values } = parseArgs({ options })
    const isRight = URL.canParse(values.url) && (values.lang === undefined || isLocale(values.lang))
    return isRight ? values : null
  } catch {
    return null
  }
}

async function printMessage(storedLocale: string | null, id: MessageKey): Promise<void> {
  const locale = chooseLocale(storedLocale, [Intl.DateTimeFormat().resolvedOptions().locale])
  console.log(createFormatter(locale, await loadMessages(locale)).formatMessage({ id }))
}

async function run(): Promise<number> {
  const values = readArguments()
  if (!values) {
    await printMessage(null, 'terminal.usage')
    return usageExitCode
  }
  if (values.staff !== undefined) {
    const abortController = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortController.abort())
    return followStaff({
      url: values.url.replace(/\/+$/, ''),
      locale: chooseLocale(values.lang ?? null, [Intl.DateTimeFormat().resolvedOptions().locale]),
      token: values.staff,
      once: values.once,
      signal: abortController.signal,
      write: (line) => console.log(line),
    })
  }
  const storage = createFileStorage(values.store)
  if (values.lang) storage.set('language', values.lang)
  const prompts = openPrompts({ input: process.stdin, output: process.stdout })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, prompts.close)
  try {
    const url = values.url.replace(/\/+$/, '')
    if (values.desk !== undefined) {
      const locale = chooseLocale(storage.get('language'), [Intl.DateTimeFormat().resolvedOptions().locale])
      await serveDesk({ url, token: values.desk, locale, prompts })
      return 0
    }
    while ((await visit({ url, storage, prompts, pays: values.pay })) === 'again');
  } catch (error) {
    if (!(error instanceof Ended || prompts.signal.aborted)) throw error
    await printMessage(storage.get('language'), 'terminal.kept')
  } finally {
    prompts.close()
  }
  return 0
}

process.exitCode = await run()
