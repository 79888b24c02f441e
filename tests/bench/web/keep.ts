import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { keepSection } from '../keep-section.ts'

const readme = fileURLToPath(new URL('../../../README.md', import.meta.url))
const [start, end] = ['<!-- web figures -->', '<!-- /web figures -->']

/** Keeps the tables of a whole run: all of them in docs/figures.md, the ratios in README.md. */
export function keepFigures(tables: { long: string; short: string }, runs: number): void {
  const how = `\`npm run bench -- web\`, the median of ${runs} loads each, on ${availableParallelism()} cores: slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms), a processor 4 times slower, 390 × 844 points, an empty cache. The floor is a bare page of React, XState, wouter, react-intl and ofetch with one button, loaded by turns with the others.`
  keepSection('Web', `${how}\n\n${tables.long}`)
  const text = readFileSync(readme, 'utf8')
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${start} … ${end}`)
  writeFileSync(readme, `${before}${start}\n${tables.short}\n${end}${after}`)
}
