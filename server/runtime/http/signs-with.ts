import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the scripts of a web build hold one of the static keys; true where nothing is built. */
export function signsWith(webFolder: string, staticKeys: readonly string[]): boolean {
  const folder = join(webFolder, 'assets')
  if (!existsSync(folder)) return true
  // Some keys are written with escapes in a script.
  const written = staticKeys.flatMap((key) => [key, JSON.stringify(key).slice(1, -1)])
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .some((name) => {
      const script = readFileSync(join(folder, name), 'utf8')
      return written.some((key) => script.includes(key))
    })
}
