import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

type RouteTable = typeof import('../web/route-table.ts')

/** Loads the route table with Vite's module runner, because the table uses `import.meta.glob`. */
export async function readRoutes(): Promise<RouteTable['routeTable']> {
  const file = fileURLToPath(new URL('../web/route-table.ts', import.meta.url))
  const { module } = await runnerImport<RouteTable>(file, { logLevel: 'silent' })
  return module.routeTable
}
