import { warningThresholdMs } from '@handsfree/core/lib'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyScreen } from './lazy-screen.ts'
import { RouteBoundary } from './RouteBoundary.tsx'
import { useApp } from './useApp.ts'

const ClockWarning = lazyScreen(() => import('./ClockWarning.tsx'))

export function WrongClock() {
  const { clock } = useApp()
  const isWrong = useSyncExternalStore(
    clock.subscribe,
    () => Math.abs(clock.offset()) > warningThresholdMs,
    () => false,
  )
  return (
    isWrong && (
      <RouteBoundary quiet>
        <Suspense fallback={null}>
          <ClockWarning />
        </Suspense>
      </RouteBoundary>
    )
  )
}
