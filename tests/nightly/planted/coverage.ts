import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../statecharts/registry.ts'
import { filesOf, type Group, type Mutant } from './generate.ts'
import type { Tree } from './tree.ts'
import { WarmTests } from './warm-tests.ts'

const modelsFile = 'tests/unit/models/models.test.ts'

type CoverageRecord = { test: string; milliseconds: number; functions: Record<string, string[]> }
/** Test files in their order, and machines whose models are walked. */
export type Selection = { tests: string[]; machines: string[] }

/** Tests that run the code of a group. Others read the repository's files or the build. */
export const suitesOf: Record<Group, { projects: string[]; folders: string[] }> = {
  machines: { projects: ['unit'], folders: ['tests/unit/core/', 'tests/unit/models/', 'tests/unit/web/'] },
  rules: { projects: ['unit'], folders: ['tests/unit/core/', 'tests/unit/models/', 'tests/unit/web/'] },
  server: { projects: ['server'], folders: ['tests/server/'] },
}
const isLeftOut = (file: string): boolean =>
  /core\/(package|guide|inspect)\.test|i18n\/(messages|voice|promised|product)|web\/(size|first|message|promised|import)|server\/runtime\//.test(
    file,
  )

/** Words of a path, without those that every path has. */
const wordsOf = (file: string): string[] =>
  file
    .split(/[^a-z0-9]+/i)
    .filter((word) => !['tests', 'unit', 'test', 'ts', 'models', 'model', 'machine'].includes(word))
const wordsOfTest = (test: string): string[] =>
  wordsOf(test.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))

/** The functions that each test file ran, recorded once for all files. Chooses the tests that a change can fail. */
export class Coverage {
  readonly #records: readonly CoverageRecord[]
  readonly #sources = new Map<string, string>()

  constructor(records: readonly CoverageRecord[]) {
    this.#records = records
  }

  /** Runs all tests once in the tree. Tests that fail without a mutant are left out. */
  static async record(tree: Tree, group: Group, filter = ''): Promise<Coverage> {
    const { projects, folders } = suitesOf[group]
    const restore = tree.change('vite.config.ts', (source) =>
      source.replace(`'tests/each-test.ts'`, `$&, 'tests/nightly/planted/coverage.setup.ts'`),
    )
    const file = join(tree.folder, 'coverage.jsonl')
    rmSync(file, { force: true })
    try {
      const tests = tree.files.filter(
        (name) =>
          name.endsWith('.test.ts') &&
          name.includes(filter) &&
          folders.some((folder) => name.startsWith(folder)) &&
          !isLeftOut(name),
      )
      const failed = new Set<string>()
      for (const isWithoutPaths of [false, true]) {
        const wanted = tests.filter((name) => (name === modelsFile) === isWithoutPaths)
        if (wanted.length === 0) continue
        const warm = new WarmTests(tree.folder, projects, { bail: 0 })
        const result = await warm.run({ changed: [], tests: wanted, machines: [], isWithoutPaths }, 3_000)
        warm.stop()
        if (!result) throw new Error('The coverage took too long.')
        for (const { file, title } of result.failures) {
          failed.add(file)
          console.log(`Left out, because it fails: ${file} ${title}`)
        }
      }
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      const records = lines.map((line): CoverageRecord => JSON.parse(line))
      return new Coverage(merge(records.filter(({ test }) => !failed.has(test.split(' ')[0] ?? ''))))
    } finally {
      restore()
    }
  }

  static read = (file: string): Coverage => new Coverage(JSON.parse(readFileSync(file, 'utf8')))
  write(file: string): void {
    writeFileSync(file, JSON.stringify(this.#records))
  }

  #sourceOf(file: string): string {
    const source = this.#sources.get(file) ?? readFileSync(join(root, file), 'utf8')
    this.#sources.set(file, source)
    return source
  }

  /** Records of tests that run the innermost named function around a mutant, or else its file or the files that read its constant. */
  #recordsFor(group: Group, { file, scopes }: Mutant): CoverageRecord[] {
    const running = this.#records.filter(({ functions }) => functions[file])
    for (const scope of scopes) {
      const found = running.filter(({ functions }) => functions[file]?.includes(scope))
      if (found.length > 0) return found
    }
    if (running.length > 0) return running
    const [name = ''] = scopes
    const mention = new RegExp(`\\b${name.replace(/\W/g, '')}\\b`)
    const readers = [
      ...filesOf.machines(),
      ...filesOf.rules(),
      ...(group === 'server' ? filesOf.server() : []),
    ].filter((reader) => reader !== file && mention.test(this.#sourceOf(reader)))
    return this.#records.filter(
      ({ test, functions }) =>
        readers.some((reader) => functions[reader]) || mention.test(this.#sourceOf(test.split(' ')[0] ?? '')),
    )
  }

  /** The tests that can notice a mutant: first those with a similar name, then the shortest, within the limit. */
  select(group: Group, mutant: Mutant, limitSeconds: number): Selection {
    const words = wordsOf(mutant.file)
    const affinity = ({ test }: CoverageRecord) => {
      const own = wordsOfTest(test)
      return words.filter((word) => own.includes(word)).length / Math.max(1, own.length)
    }
    const ordered = this.#recordsFor(group, mutant).toSorted(
      (a, b) => affinity(b) - affinity(a) || a.milliseconds - b.milliseconds,
    )
    const selection: Selection = { tests: [], machines: [] }
    let milliseconds = 0
    for (const record of ordered) {
      milliseconds += record.milliseconds
      if (milliseconds > limitSeconds * 1_000 && selection.tests.length > 0) continue
      const [test = '', machine] = record.test.split(' ')
      if (!selection.tests.includes(test)) selection.tests.push(test)
      if (machine && test === modelsFile) selection.machines.push(machine)
    }
    return selection
  }
}

/** Joins the records of a test; each test of a machine has one. */
function merge(records: readonly CoverageRecord[]): CoverageRecord[] {
  const merged = new Map<string, CoverageRecord>()
  for (const { test, milliseconds, functions } of records) {
    const record = merged.get(test) ?? { test, milliseconds: 0, functions: {} }
    record.milliseconds += milliseconds
    for (const [file, names] of Object.entries(functions))
      record.functions[file] = [...new Set([...(record.functions[file] ?? []), ...names])]
    merged.set(test, record)
  }
  return [...merged.values()]
}
