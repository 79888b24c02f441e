import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@handsfree/core/contract'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/voice.md', import.meta.url)), 'utf8')

/** The cells of a section's table by row, without the header. */
const rowsOf = (section: string): string[][] => {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
const splitWords = (cell = '') => cell.split(/[,，]\s*/).filter((word) => word !== '')

/** A word to avoid, and its replacement. */
export type AvoidedWord = { word: string; better: string }

const column = (rows: readonly string[][], word: number, better: number): AvoidedWord[] =>
  rows.flatMap((row) => splitWords(row[word]).map((found) => ({ word: found, better: row[better] ?? '' })))

const terms = rowsOf('Terms')
const others = rowsOf('Other words')

/** The words to avoid in `docs/voice.md`. */
export const avoidedWords: Record<Locale, readonly AvoidedWord[]> = {
  'en-US': [...column(terms, 2, 1), ...column(others, 0, 1)],
  'zh-CN': [...column(terms, 4, 3), ...column(others, 2, 3)],
}
