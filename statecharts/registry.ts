import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { type MachineSource, readMachines } from './source.ts'

export const root = fileURLToPath(new URL('../', import.meta.url))

export type DocumentedMachine = {
  file: string
  source: MachineSource
  machine: AnyStateMachine
}

/** Core's machine files, relative to the repository, sorted. */
export const machineFiles = (): string[] =>
  readdirSync(join(root, 'core'), { recursive: true, encoding: 'utf8' })
    .map((path) => `core/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.machine.ts') && !/^core\/(dist|node_modules)\//.test(path))
    .sort()

export const readSources = (file: string): MachineSource[] =>
  readMachines(file, readFileSync(join(root, file), 'utf8'), (specifier) =>
    readFileSync(join(root, dirname(file), specifier), 'utf8'),
  )

/** All machines of core, sorted by id. Throws if a machine can't be parsed from its source. */
export async function collectMachines(): Promise<DocumentedMachine[]> {
  const machines: DocumentedMachine[] = []
  for (const file of machineFiles()) {
    const exports: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href)
    const sources = new Map(readSources(file).map((source) => [source.name, source]))
    for (const [name, machine] of Object.entries(exports)) {
      if (!(machine instanceof StateMachine)) continue
      const source = sources.get(name)
      if (!source) throw new Error(`${file}: ${name} must be written as setup({...}).createMachine({...})`)
      machines.push({ file, source, machine })
    }
  }
  return machines.sort((a, b) => (a.machine.id < b.machine.id ? -1 : 1))
}
