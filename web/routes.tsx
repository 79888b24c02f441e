import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyScreen } from './router/lazy-screen.ts'

export type AppRoute = {
  /** Pattern of the path; its parameters come from wouter's `useParams`. */
  path: string
  screen: LazyExoticComponent<ComponentType>
  /** Signed out, it leads to `/sign/in?next=…` and back afterwards. */
  needsSignIn: boolean
  /** A step of signing in: signed in, it leads on to `next`, by way of the first profile. */
  visitorsOnly?: boolean
  /** Message that names the page in the window's title. */
  titleKey: string
}

/** Every route of the app, in the order in which they are tried. */
export const routes: readonly AppRoute[] = [
  {
    path: '/404',
    screen: lazyScreen(() => import('./screens/not-found/NotFound.tsx')),
    needsSignIn: false,
    titleKey: 'notFound.title',
  },
  {
    path: '/terms',
    screen: lazyScreen(() => import('./screens/terms/Terms.tsx')),
    needsSignIn: false,
    titleKey: 'terms.title',
  },
]
