/**
 * `npm run bench` measures sizes and calls for docs/figures.md. `npm run bench -- web` compares the pages with a bare
 * page, `npm run bench -- table` a table of 10,000 rows with one of 100.
 */
export {}

/** Each part runs when it is imported, and parses the arguments after its name. */
const parts: Record<string, () => Promise<unknown>> = {
  growth: () => import('./growth.ts'),
  figures: () => import('./figures.ts'),
  instances: () => import('./instances.ts'),
  limits: () => import('./limits.ts'),
  line: () => import('./line.ts'),
  scale: () => import('./scale/main.ts'),
  table: () => import('./table/main.ts'),
  web: () => import('./web/main.ts'),
}

const name = process.argv[2] ?? 'figures'
const part = parts[name]
if (!part) throw new Error(`No bench named ${name}: ${Object.keys(parts).join(', ')}`)
await part()
