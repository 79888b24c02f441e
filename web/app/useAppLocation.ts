import { usePathname } from 'wouter/use-browser-location'
import { navigate } from './navigate.ts'

/** Paths with invalid percent-encoding match the not-found route. */
const decodablePath = (path: string) => {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return '/404/undecodable'
  }
}

/** Location hook for wouter's router. */
export const useAppLocation = (router?: { ssrPath?: string }) =>
  [decodablePath(usePathname(router)), navigate] as [string, typeof navigate]
