import type { RouteConfig } from './app/route-config.ts'

const folders = import.meta.glob<readonly RouteConfig[]>('./pages/*/routes.ts', {
  eager: true,
  import: 'routes',
})

/** Sorts parameters after literals, so that `/service/record` is matched before `/service/:serviceId`. */
const sortKey = ({ path }: RouteConfig) => path.replace(/:\w+/g, '~')

/** All routes in matching order. `file` is relative to `web`. */
export const routeTable = Object.entries(folders)
  .flatMap(([routesFile, routes]) => {
    const folder = routesFile.replace('./', '').replace('/routes.ts', '')
    return routes.map((route) => ({ ...route, file: `${folder}/${route.page}.page.tsx` }))
  })
  .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
