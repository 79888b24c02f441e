import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the web build contains one of the static keys. Also true if there is no build. */
export function isBuiltWithKey(webFolder: string, staticKeys: readonly string[]): boolean {
  const folder = join(webFolder, 'assets')
  if (!existsSync(folder)) return true
  // Scripts may contain keys in escaped form.
  const keyForms = staticKeys.flatMap((key) => [key, JSON.stringify(key).slice(1, -1)])
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .some((name) => {
      const script = readFileSync(join(folder, name), 'utf8')
      return keyForms.some((key) => script.includes(key))
    })
}
