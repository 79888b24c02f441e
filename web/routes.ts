import type { AppRoute } from './app/AppRouter.tsx'
import { firstScreen, type Load, lazyScreen } from './app/lazy-screen.ts'
import { routeTable } from './route-table.ts'

const pages = import.meta.glob<Awaited<ReturnType<Load<object>>>>('./pages/*/*.page.tsx')

export const routes: readonly AppRoute[] = routeTable.map(({ file, ...facts }) => {
  const load = pages[`./${file}`]
  if (!load) throw new Error(`${facts.path} names a page that doesn't exist: web/${file}`)
  return { ...facts, screen: facts.hasFirstMessages ? firstScreen(load) : lazyScreen(load) }
})

export const routeAt = (path: string): AppRoute | undefined => routes.find((route) => route.path === path)
