import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../web/', import.meta.url))
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A path as Vite writes it, on Windows too. */
const slashed = (path: string): string => path.replaceAll('\\', '/')

/** Two characters for the first 1,296. The line before keeps off ad blockers, which hide such classes as `ad`. */
function short(index: number): string {
  const rest = Math.floor(index / digits.length)
  return (rest < digits.length ? `_${digits[rest]}` : short(rest)) + digits[index % digits.length]
}

/**
 * Names of the classes in CSS modules by their place among all of them: the same in the browser's build and the server's,
 * and half as long as hashes, which no compression makes shorter.
 */
export function classNames(): (name: string, file: string) => string {
  const known = new Map<string, string>()
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((file) => /^(?!dist\b).*\.module\.css$/.test(file)).sort()) {
    const css = readFileSync(web + file, 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, name] of css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)) {
      const key = `${slashed(web + file)} ${name}`
      if (!known.has(key)) known.set(key, short(known.size))
    }
  }
  return (name, file) => {
    const found = known.get(`${slashed(file.replace(/\?.*/, ''))} ${name}`)
    if (!found) throw new Error(`${file} has no class ${name}.`)
    return found
  }
}
