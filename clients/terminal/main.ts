/**
 * Places and follows orders in a terminal: `npm run terminal -- --url http://localhost:4000 --lang zh-CN`.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MessageKey } from '@handsfree/core/i18n'
import { chooseLocale, createFormatter, isLocale, loadMessages } from '@handsfree/core/i18n'
import { createFileStorage } from '@handsfree/core/platform/node'
import { openPrompts } from './open-prompts.ts'
import { Ended } from './prompts.ts'
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
  const storage = createFileStorage(values.store)
  if (values.lang) storage.set('language', values.lang)
  const prompts = openPrompts({ input: process.stdin, output: process.stdout })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, prompts.close)
  try {
    const url = values.url.replace(/\/+$/, '')
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
