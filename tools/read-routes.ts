import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

type RouteTable = typeof import('../web/route-table.ts')

/** Reads the route table outside of Vite. The table uses Vite's globs. */
export async function readRoutes(): Promise<RouteTable['routeTable']> {
  const file = fileURLToPath(new URL('../web/route-table.ts', import.meta.url))
  const { module } = await runnerImport<RouteTable>(file, { logLevel: 'silent' })
  return module.routeTable
}
