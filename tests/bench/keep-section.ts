import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../docs/figures.md', import.meta.url))

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const machine = (): string =>
  `${availableParallelism()} cores, Node ${process.versions.node.split('.')[0]}, PostgreSQL 18 on the same machine`

export function keepSection(heading: string, text: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '# Figures\n'
  const title = `## ${heading}\n`
  const [before = '', rest = ''] = old.split(title)
  const next = rest.indexOf('\n## ')
  const after = next >= 0 ? rest.slice(next) : ''
  writeFileSync(file, `${before.trimEnd()}\n\n${title}\n${text.trim()}\n${after}`)
}
