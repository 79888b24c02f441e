import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { root } from '../../statecharts/registry.ts'
import { type Coverage, coverageOf, faultsOf, statusOf } from '../../statecharts/report/coverage.ts'
import { signs, toPage } from '../../statecharts/report/page.ts'
import type { TestResults } from '../../statecharts/report/records.ts'
import { playHeadless as playScenario, scenariosOf } from '../unit/models/scenarios.ts'
import { type Listed, listed } from './listed.ts'
import { type Choice, playHeadless, playOnScreens, playScenarioOnScreens } from './play.ts'

const help = `npm run paths [-- MACHINE...] [OPTIONS]

Runs the paths that are generated from the statecharts, and prints the states and transitions that they reach. With
MACHINE, prints each path of these machines. Writes the report to paths-report/index.html. The run fails if a path fails,
or if no path reaches a state or a transition.

  --list        print the generated paths without running them
  --screens     also play the paths of ${screened()} on the real screens in Chromium, with a screenshot of each state
  --headed      like --screens, in a visible window, one path at a time
  --grep REGEX  run only paths whose name matches; unreached states and transitions don't fail the run
  --scenario F  play the scenarios of this feature file instead: on the actors, or on the screens with --screens or
                --headed; --grep matches titles and tags. docs/guide/test.md explains how to write one
  --help        print this text`

function screened(): string {
  return listed.flatMap(({ machine, hasScreens }) => (hasScreens ? [machine.id] : [])).join(', ')
}

const tones = { passed: 'green', failed: 'red', unreached: 'yellow' } as const
const signed = (status: keyof typeof signs, text: string) =>
  `${styleText(tones[status], signs[status])} ${text}`

/** Prints a table with aligned columns, numbers to the right. */
function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length))) ?? []
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0
      return column === 0 ? String(cell).padEnd(width) : String(cell).padStart(width)
    })
    console.log(cells.join('  '))
  }
}

function printGenerated(chosen: readonly Listed[], areNamed: boolean, grep: RegExp | null): void {
  const generated = chosen.map(({ machine, starts, steps, paths }) => ({
    starts,
    steps,
    coverage: coverageOf(machine, []),
    paths: paths().filter(({ title, start }) => grep?.test(`${start} ${title}`) ?? true),
  }))
  const count = (paths: { kind: string }[], kind: string) => paths.filter((path) => path.kind === kind).length
  printTable([
    ['machine', 'states', 'transitions', 'shortest paths', 'simple paths', 'on screens'],
    ...generated.map(({ coverage, paths }) => [
      coverage.machine.id,
      coverage.states.length,
      coverage.transitions.length,
      count(paths, 'shortest'),
      count(paths, 'simple'),
      count(paths, 'screens'),
    ]),
  ])
  if (!areNamed) return
  for (const { coverage, starts, steps, paths } of generated) {
    console.log(`\n${coverage.machine.id}`)
    console.log(`  starts: ${starts.map((start) => `"${start}"`).join(', ')}`)
    console.log(`  steps: ${steps.join(', ')}`)
    for (const { kind, start, title } of paths) console.log(`  ${kind}, ${start}: ${title}`)
  }
}

function printResults(coverages: readonly Coverage[], areNamed: boolean): void {
  if (areNamed) {
    for (const { machine, paths } of coverages) {
      console.log(`\n${machine.id}`)
      for (const { kind, start, title, passed } of paths)
        console.log(`  ${signed(passed ? 'passed' : 'failed', `${kind}, ${start}: ${title}`)}`)
    }
  }
  console.log()
  printTable([
    ['machine', 'states', 'transitions', 'not tried', 'paths', 'failed', ' '],
    ...coverages.map((coverage) => {
      const { machine, states, transitions, paths } = coverage
      const unreached = [...states, ...transitions].filter(({ status }) => status === 'unreached')
      const failed = paths.filter(({ passed }) => !passed)
      const sign = signs[statusOf(coverage)]
      return [
        machine.id,
        states.length,
        transitions.length,
        unreached.length,
        paths.length,
        failed.length,
        sign,
      ]
    }),
  ])
}

function chooseMachines(names: readonly string[]): readonly Listed[] {
  const ids = listed.map(({ machine }) => machine.id)
  const unknown = names.filter((name) => !ids.includes(name))
  if (unknown.length > 0)
    throw new Error(`Unknown machine: ${unknown.join(', ')}. Machines: ${ids.join(', ')}.`)
  return names.length === 0 ? listed : listed.filter(({ machine }) => names.includes(machine.id))
}

const canShowWindows = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

const merged = (runs: readonly TestResults[]): TestResults => ({
  walks: runs.flatMap(({ walks }) => walks),
  otherFailures: runs.flatMap(({ otherFailures }) => otherFailures),
  pictures: Object.assign({}, ...runs.map(({ pictures }) => pictures)),
})

function writeReport(...page: Parameters<typeof toPage>): string {
  const folder = join(root, 'paths-report')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), toPage(...page))
  return join(folder, 'index.html')
}

/** Plays scenarios on the actor and prints the results. Returns whether all passed. */
async function playScenarios(file: string, grep: string | undefined): Promise<boolean> {
  let isGood = true
  const scenarios = scenariosOf(file).filter(
    ({ title, tags }) => grep === undefined || new RegExp(grep).test([title, ...tags].join(' ')),
  )
  if (scenarios.length === 0) throw new Error(`No scenario matches --grep ${grep}.`)
  for (const scenario of scenarios) {
    const name = `${scenario.file}, ${scenario.title}`
    try {
      await playScenario(scenario)
      console.log(signed('passed', name))
    } catch (error) {
      isGood = false
      console.error(signed('failed', name))
      const message = error instanceof Error ? error.message : String(error)
      console.error(message.replace(/^/gm, '  '))
    }
  }
  return isGood
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      screens: { type: 'boolean' },
      headed: { type: 'boolean' },
      grep: { type: 'string' },
      scenario: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(help)
  if (values.headed && !canShowWindows())
    throw new Error('--headed needs a display. Use --screens to run without one.')
  if (values.scenario !== undefined) {
    const file = resolve(values.scenario)
    const isOnScreens = values.screens || values.headed
    // Play on the actors first, so that a wrong sentence fails before a browser starts.
    const isGood =
      (await playScenarios(file, values.grep)) &&
      (!isOnScreens || (await playScenarioOnScreens({ file, grep: values.grep }, values.headed ?? false)))
    if (!isGood) process.exitCode = 1
    return
  }
  const chosen = chooseMachines(positionals)
  const areNamed = positionals.length > 0
  const grep = values.grep
  if (values.list) return printGenerated(chosen, areNamed, grep === undefined ? null : new RegExp(grep))

  const choice: Choice = { machines: chosen.map(({ machine }) => machine.id), grep }
  console.log(`Running the paths of ${choice.machines.join(', ')}`)
  const runs = [await playHeadless(choice)]
  const machines = chosen.flatMap(({ machine, hasScreens }) => (hasScreens ? [machine.id] : []))
  if ((values.screens || values.headed) && machines.length > 0)
    runs.push(await playOnScreens({ machines, grep }, values.headed ?? false))

  const played = merged(runs)
  const coverages = chosen.map(({ machine }) =>
    coverageOf(
      machine,
      played.walks.filter((path) => path.machine === machine.id),
      played.pictures,
    ),
  )
  const areAllRun = grep === undefined
  printResults(coverages, areNamed)
  const faults = [...coverages.flatMap((coverage) => faultsOf(coverage, areAllRun)), ...played.otherFailures]
  for (const fault of faults) console.error(signed('failed', fault))
  console.log(`\n${writeReport(coverages, faults, areAllRun)}`)
  if (faults.length > 0) process.exitCode = 1
}

// Exit quietly on EPIPE: readers such as `head` close early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
