import { stripVTControlCharacters } from 'node:util'
import type { Failure, Tally } from './tally.ts'

export type RunTally = Tally & { name: string; seconds: number }

/** Log viewers show about this many lines; the first failures are the most useful. */
const maxLines = 58

/** Names of the failures and the first lines of their errors, at most `room` lines. */
function failureLines(label: string, failures: readonly Failure[], room: number, root: string): string[] {
  const linesEach = Math.min(10, Math.floor(room / failures.length))
  const lines = failures.flatMap(({ name, error }) => {
    const errorLines = stripVTControlCharacters(error)
      .replaceAll(root, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return [
      `${label}: ${name.slice(0, 300)}`,
      ...errorLines.slice(0, Math.max(0, linesEach - 1)).map((line) => `    ${line.slice(0, 200)}`),
    ]
  })
  return lines.length <= room ? lines : [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more`]
}

/** Counts per run, then flaky and failed tests, then the totals. Removes `root` from paths. */
export function summary(
  tallies: readonly RunTally[],
  skippedSuites: readonly string[],
  root: string,
): string[] {
  const runs = tallies.map(({ name, passed, skipped, failures, flaky, seconds }) => {
    const more = `${skipped > 0 ? `, ${skipped} skipped` : ''}${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`
    return `${name}: ${passed} passed, ${failures.length} failed${more}, ${seconds} s`
  })
  const flaky = tallies.flatMap((tally) => tally.flaky)
  const failures = tallies.flatMap((tally) => tally.failures)
  const flakyLines = failureLines('flaky', flaky, failures.length > 0 ? 8 : maxLines, root)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  return [
    '',
    ...runs,
    ...(skippedSuites.length > 0 ? [`skipped, out of time: ${skippedSuites.join(', ')}`] : []),
    ...flakyLines,
    ...failureLines('failed', failures, maxLines - flakyLines.length, root),
    `${passed} passed, ${failures.length} failed`,
  ]
}
