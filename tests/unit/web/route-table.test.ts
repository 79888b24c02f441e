import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readRoutes } from '../../../tools/read-routes.ts'
import { routeTable } from '../../../web/route-table.ts'

const web = fileURLToPath(new URL('../../../web/', import.meta.url))

test('routes each page file of travellers once', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.startsWith('pages/') && file.endsWith('.page.tsx'),
  )
  expect(routeTable.map(({ file }) => file).sort()).toEqual(files.sort())
  expect(new Set(routeTable.map(({ path }) => path)).size).toBe(routeTable.length)
})

test('orders static segments before parameters', () => {
  const services = routeTable.map(({ path }) => path).filter((path) => path.startsWith('/service/'))
  expect(services).toEqual(['/service/record', '/service/:serviceId'])
})

test('reads the same routes for tools outside Vite', async () => {
  expect(await readRoutes()).toEqual(routeTable)
})
