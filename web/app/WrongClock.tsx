import { warningThresholdMs } from '@handsfree/core/lib'
import { useSyncExternalStore } from 'react'
import { lazyScreen } from './lazy-screen.ts'
import { OptionalPart } from './OptionalPart.tsx'
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
      <OptionalPart>
        <ClockWarning />
      </OptionalPart>
    )
  )
}
