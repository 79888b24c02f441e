/**
 * The whole trip in a terminal: `npm run terminal -- --url http://localhost:4000 --lang zh-CN`; with `--staff TOKEN` the
 * notifications of a courier or site worker instead.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MessageKey } from '@handsfree/core/i18n'
import { chooseLocale, createFormatter, isLocale, loadMessages } from '@handsfree/core/i18n'
import { atDesk } from './desk.ts'
import { openPrompts } from './open-prompts.ts'
import { Ended } from './prompts.ts'
import { followStaff } from './staff.ts'
import { createFileStorage } from './storage.ts'
import { visit } from './visit.ts'

/** Exit code of wrong use. */
const misused = 2

const options = {
  url: { type: 'string', default: 'http://localhost:4000' },
  /** By default the stored choice, else it asks. */
  lang: { type: 'string' },
  /** File with the state for a restart. */
  store: { type: 'string', default: join(homedir(), '.handsfree', 'terminal.json') },
  /** Pays with the demo's test card, without asking. */
  pay: { type: 'boolean', default: false },
  /** A courier's or site worker's token: lists what is unread, then what comes in. */
  staff: { type: 'string' },
  /** With `staff`: ends after the list. */
  once: { type: 'boolean', default: false },
  /** Token of a site worker, who orders for guests. */
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

async function say(storedLocale: string | null, id: MessageKey): Promise<void> {
  const locale = chooseLocale(storedLocale, [Intl.DateTimeFormat().resolvedOptions().locale])
  console.log(createFormatter(locale, await loadMessages(locale)).formatMessage({ id }))
}

async function run(): Promise<number> {
  const values = readArguments()
  if (!values) {
    await say(null, 'terminal.usage')
    return misused
  }
  if (values.staff !== undefined) {
    const left = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => left.abort())
    return followStaff({
      url: values.url.replace(/\/+$/, ''),
      locale: chooseLocale(values.lang ?? null, [Intl.DateTimeFormat().resolvedOptions().locale]),
      token: values.staff,
      once: values.once,
      signal: left.signal,
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
      await atDesk({ url, token: values.desk, locale, prompts })
      return 0
    }
    while ((await visit({ url, storage, prompts, pays: values.pay })) === 'again');
  } catch (error) {
    if (!(error instanceof Ended || prompts.signal.aborted)) throw error
    await say(storage.get('language'), 'terminal.kept')
  } finally {
    prompts.close()
  }
  return 0
}

process.exitCode = await run()
