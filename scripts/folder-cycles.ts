/**
 * Part of `npm run check`: rejects import cycles between folders of a workspace. Ignores type-only imports. Biome
 * rejects cycles between files.
 */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readModule } from '../tools/read-module.ts'

const workspaces = ['core', 'server', 'web']

/** Imported folders of each folder, with one import as an example. */
function importedFolders(workspace: string): Map<string, Map<string, string>> {
  const folders = new Map<string, Map<string, string>>()
  for (const name of readdirSync(workspace, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /^(?:dist|node_modules)[\\/]|\.d\.ts$/.test(name)) continue
    const file = join(workspace, name)
    const { imports, exports } = readModule(file)
    for (const { from } of [...imports, ...exports]) {
      if (!from?.startsWith('.')) continue
      const [own, other] = [dirname(file), dirname(join(dirname(file), from))]
      if (own === other) continue
      const found = folders.get(own) ?? new Map<string, string>()
      folders.set(own, found.set(other, `${file} → ${from}`))
    }
  }
  return folders
}

/** Shortest import path between two folders, or null. */
function findPath(folders: Map<string, Map<string, string>>, from: string, to: string): string[] | null {
  const seen = new Set([from])
  const queue: { folder: string; path: string[] }[] = [{ folder: from, path: [] }]
  for (const { folder, path } of queue) {
    for (const [next, example] of folders.get(folder) ?? []) {
      if (next === to) return [...path, example]
      if (!seen.has(next)) queue.push({ folder: next, path: [...path, example] })
      seen.add(next)
    }
  }
  return null
}

const cycles = new Map<string, string[]>()
for (const workspace of workspaces) {
  const folders = importedFolders(workspace)
  for (const folder of folders.keys()) {
    const cycle = findPath(folders, folder, folder)
    if (cycle) cycles.set([...cycle].sort().join(), cycle)
  }
}
for (const cycle of cycles.values())
  console.log(`Import cycle between folders. Move one of these imports:\n  ${cycle.join('\n  ')}`)
if (cycles.size > 0) process.exitCode = 1
