import type { AppRoute } from './app/AppRouter.tsx'
import { initialScreen, lazyScreen, type ScreenLoader } from './app/lazy-screen.ts'
import { routeTable } from './route-table.ts'

const pages = import.meta.glob<Awaited<ReturnType<ScreenLoader<object>>>>('./pages/*/*.page.tsx')

export const routes: readonly AppRoute[] = routeTable.map(({ file, ...config }) => {
  const load = pages[`./${file}`]
  if (!load) throw new Error(`${config.path} names a page that doesn't exist: web/${file}`)
  return { ...config, screen: config.hasFirstMessages ? initialScreen(load) : lazyScreen(load) }
})

export const routeAt = (path: string): AppRoute | undefined => routes.find((route) => route.path === path)
