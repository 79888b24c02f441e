import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../../statecharts/registry.ts'
import type { Planted } from './planted.types.ts'

/** Returns the source with the bug. Throws unless `find` occurs exactly once. */
export function plantBug(source: string, { id, file, find, replace }: Planted): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${id}: ${file} has its place ${parts.length - 1} times`)
  return parts.join(replace)
}

const workspaces = {
  core: 'core',
  server: 'server',
  web: 'web',
  terminal: 'clients/terminal',
  operator: 'clients/operator',
}

/** Links the installed packages, and the copied workspaces. */
function linkPackages(folder: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@handsfree'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name === '@handsfree' || name === '.cache' || name.startsWith('.vite')) continue
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  }
  for (const [name, path] of Object.entries(workspaces))
    symlinkSync(join(folder, path), join(folder, 'node_modules/@handsfree', name))
  for (const path of Object.values(workspaces)) {
    const own = join(root, path, 'node_modules')
    try {
      for (const name of readdirSync(own)) {
        if (name.startsWith('.')) continue
        mkdirSync(join(folder, path, 'node_modules'), { recursive: true })
        symlinkSync(join(own, name), join(folder, path, 'node_modules', name))
      }
    } catch {
      // The workspace has no packages of its own.
    }
  }
}

/** A copy of the sources in a temporary folder. */
export class Tree {
  readonly folder = mkdtempSync(join(tmpdir(), 'handsfree-planted-'))
  /** Paths relative to the folder. */
  readonly files: readonly string[]

  constructor() {
    const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    })
    this.files = output.split('\0').filter(Boolean)
    for (const file of this.files) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true })
      cpSync(join(root, file), join(this.folder, file))
    }
    linkPackages(this.folder)
    // The databases' setup imports core's build; tests import its sources.
    symlinkSync(join(root, 'core/dist'), join(this.folder, 'core/dist'))
  }

  /** Changes a file. Returns a function that restores it. */
  change(file: string, change: (source: string) => string): () => void {
    const path = join(this.folder, file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, change(source))
    return () => writeFileSync(path, source)
  }

  /** Runs a function with the bug in place. */
  with<Result>(bug: Planted, run: () => Result): Result {
    const restore = this.change(bug.file, (source) => plantBug(source, bug))
    try {
      return run()
    } finally {
      restore()
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
