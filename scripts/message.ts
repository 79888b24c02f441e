/**
 * Adds or changes messages in both languages: `npm run message -- key "English" "中文"`, or several such triples. Keys
 * stay sorted. A lock prevents lost updates from concurrent runs.
 */
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const args = process.argv.slice(2)
if (args.length === 0 || args.length % 3 !== 0)
  throw new Error('Usage: npm run message -- key "English" "中文"')

const folder = new URL('../core/i18n/messages/', import.meta.url)
const lock = new URL('.lock', folder)

const tryLock = (): boolean => {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

for (let tries = 0; !tryLock(); tries++) {
  if (tries === 200)
    throw new Error(
      `${lock.pathname} is locked. Retry, or remove it if no other process is writing messages.`,
    )
  await pause(50)
}
try {
  for (const [index, locale] of ['en-US', 'zh-CN'].entries()) {
    const file = new URL(`${locale}.json`, folder)
    const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
    for (let at = 0; at < args.length; at += 3) messages[args[at] ?? ''] = args[at + 1 + index] ?? ''
    const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
    const draft = new URL(`.${locale}.json`, folder)
    writeFileSync(draft, `${JSON.stringify(sorted, null, 2)}\n`)
    renameSync(draft, file)
  }
} finally {
  rmdirSync(lock)
}
