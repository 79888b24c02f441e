import { stripVTControlCharacters } from 'node:util'
import type { Failure, Tally } from './tally.ts'

/** What one run of a runner counted, and how long it took. */
export type RunTally = Tally & { name: string; seconds: number }

/** As many lines as are seen of a long log; what fails first says most. */
const maxLines = 58

/** Every failure by its name with the first lines of its error, as many of them as there is room for. */
function failureLines(label: string, failures: readonly Failure[], room: number, root: string): string[] {
  const linesEach = Math.min(10, Math.floor(room / failures.length))
  const lines = failures.flatMap(({ name, error }) => {
    const first = stripVTControlCharacters(error)
      .replaceAll(root, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
    return [
      `${label}: ${name.slice(0, 300)}`,
      ...first.slice(0, Math.max(0, linesEach - 1)).map((line) => `    ${line.slice(0, 200)}`),
    ]
  })
  return lines.length <= room ? lines : [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more`]
}

/** The lines after all runs: each run's counts, then flaky and failed tests by name, without `root`, and the totals. */
export function summary(tallies: readonly RunTally[], leftOut: readonly string[], root: string): string[] {
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
    ...(leftOut.length > 0 ? [`left out for lack of time: ${leftOut.join(', ')}`] : []),
    ...flakyLines,
    ...failureLines('failed', failures, maxLines - flakyLines.length, root),
    `${passed} passed, ${failures.length} failed`,
  ]
}
