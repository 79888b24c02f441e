import { type ReactNode, Suspense } from 'react'
import { RouteBoundary } from './RouteBoundary.tsx'

/** A lazy part that its page works without: renders nothing until its code has loaded, or if that failed. */
export const OptionalPart = ({ children }: { children: ReactNode }) => (
  <RouteBoundary quiet>
    <Suspense fallback={null}>{children}</Suspense>
  </RouteBoundary>
)
