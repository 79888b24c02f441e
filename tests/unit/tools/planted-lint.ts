import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

type Report = {
  diagnostics: { severity: string; category: string; message: string; location: { path: string } }[]
}

/** Biome's findings for files in a separate folder with our `biome.json`: unique, sorted `path: rule`. */
export function lintPlanted(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'handsfree-lint-'))
  try {
    for (const name of ['biome.json', '.gitignore', 'tools/outside.grit', 'tools/clocks.grit'])
      cpSync(join(root, name), join(folder, name))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), `${text}\n`)
    }
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    const { diagnostics } = JSON.parse(stdout) as Report
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    return [
      ...new Set(errors.map(({ location, category }) => `${location.path}: ${category.split('/').at(-1)}`)),
    ].sort()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
