/** `npm run bench`: sizes and calls, for docs/figures.md. `npm run bench -- web` compares the pages with a bare page. */
export {}

/** Each runs when it is imported, and reads the arguments behind its name. */
const parts: Record<string, () => Promise<unknown>> = {
  figures: () => import('./figures.ts'),
  instances: () => import('./instances.ts'),
  line: () => import('./line.ts'),
  scale: () => import('./scale/main.ts'),
  web: () => import('./web/main.ts'),
}

const name = process.argv[2] ?? 'figures'
const part = parts[name]
if (!part) throw new Error(`No bench named ${name}: ${Object.keys(parts).join(', ')}`)
await part()
