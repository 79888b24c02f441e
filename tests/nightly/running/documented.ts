import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (page: string): string => readFileSync(join(root, page), 'utf8')

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
]

const blocksOf = (page: string): string[] =>
  [...read(page).matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block)

const isSettings = (block: string): boolean => /^[A-Z_\d]+=/.test(block)

/** Commands of the README and all pages in `docs`, one by one, without comments. */
export const documentedCommands = (): string[] =>
  pages
    .flatMap(blocksOf)
    .filter((block) => !isSettings(block))
    .flatMap((block) => block.replace(/\\\n\s*/g, '').split(/\n| && /))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')

/** What a command of the docs prints. */
export const runDocumented = (command: string): string =>
  execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim()

/** The `.env` of docs/guide/operate.md: values that it leaves open are made by the command in their comment. */
export function documentedSettings(): Record<string, string> {
  const block = blocksOf('docs/guide/operate.md').find(isSettings) ?? ''
  const settings = [...block.matchAll(/^([A-Z_\d]+)=(.*?)(?:\s+# (.*))?$/gm)].map(
    ([, name = '', value = '', comment = '']) => {
      const command = /^openssl [\w -]+/.exec(comment)?.[0]
      return [name, value === '…' && command ? runDocumented(command) : value]
    },
  )
  return Object.fromEntries(settings.filter(([, value]) => value !== '…'))
}
