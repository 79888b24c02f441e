import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Output of a git command; null if it fails. */
export const git = (...args: string[]): string | null => {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

type Package = { dependencies?: Record<string, string> }

/** Installs packages that only the older release's server needs. */
function installOlderRelease(folder: string, outer: string): void {
  const { dependencies = {} }: Package = JSON.parse(readFileSync(join(folder, 'server/package.json'), 'utf8'))
  const former = Object.keys(dependencies).filter((name) => !existsSync(join(root, 'node_modules', name)))
  if (former.length === 0) return
  const place = join(outer, 'former')
  const ranges = former.map((name) => `${name}@${dependencies[name]}`)
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', '--prefix', place, ...flags, ...ranges], { stdio: 'ignore' })
  for (const name of former) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(place, 'node_modules', name), link)
  }
}

/** Lets this repository's condition find the sources of a release that calls it `source`. */
function renameCondition(folder: string): void {
  const file = join(folder, 'core/package.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/"source": ("[^"]+")/g, '"source": $1, "handsfree-source": $1'))
}

/**
 * Checks out a release with its own workspaces, the installed packages, and those that only it needs. `outer` is the
 * folder to remove afterwards.
 */
export function checkOut(release: string): { folder: string; outer: string } {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'handsfree-release-')))
  const folder = join(outer, 'release')
  const own = join(folder, 'node_modules/@handsfree')
  mkdirSync(own, { recursive: true })
  const archive = join(outer, 'release.tar')
  execFileSync('git', ['archive', '--output', archive, release], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  for (const name of ['core', 'server']) symlinkSync(join(folder, name), join(own, name))
  symlinkSync(join(root, 'node_modules'), join(outer, 'node_modules'))
  renameCondition(folder)
  installOlderRelease(folder, outer)
  return { folder, outer }
}
