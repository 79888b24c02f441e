/** Adds or changes one message in both languages: `npm run message -- key "English" "中文"`; keys stay sorted. */
import { readFileSync, writeFileSync } from 'node:fs'

const [key, ...texts] = process.argv.slice(2)
if (!key || texts.length !== 2) throw new Error('usage: npm run message -- key "English" "中文"')
for (const [index, locale] of ['en-US', 'zh-CN'].entries()) {
  const file = new URL(`../core/language/messages/${locale}.json`, import.meta.url)
  const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  messages[key] = texts[index] ?? ''
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}
