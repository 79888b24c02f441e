import type { RouteFacts } from './app/route-facts.ts'

const folders = import.meta.glob<readonly RouteFacts[]>('./pages/*/routes.ts', {
  eager: true,
  import: 'routes',
})

/** Sorts parameters behind all letters, so that `/service/record` is tried before `/service/:serviceId`. */
const sortKey = ({ path }: RouteFacts) => path.replace(/:\w+/g, '~')

/** Every route of the app, in the order in which they are tried. `file` of the page is relative to `web`. */
export const routeTable = Object.entries(folders)
  .flatMap(([routesFile, routes]) => {
    const folder = routesFile.replace('./', '').replace('/routes.ts', '')
    return routes.map((route) => ({ ...route, file: `${folder}/${route.page}.page.tsx` }))
  })
  .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
