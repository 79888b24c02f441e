import type { CrewApp } from '@handsfree/core'
import type { OperatorOrder } from '@handsfree/core/contract'
import { applyOutbox } from '@handsfree/core/crew'
import { useSelector } from '@xstate/react'
import { createContext, useContext, useMemo } from 'react'
import { useAfterPaint } from '../app/useAfterPaint.ts'
import { useMember } from './member.ts'

const CrewAppContext = createContext<CrewApp | null>(null)

export const CrewAppProvider = CrewAppContext.Provider

export function useCrewApp(): CrewApp {
  const app = useContext(CrewAppContext)
  if (!app) throw new Error('useCrewApp outside of CrewAppProvider')
  return app
}

/** Orders after the acts on this device; null if they aren't read. */
export function useAppliedOutbox(orders: readonly OperatorOrder[] | null): readonly OperatorOrder[] | null {
  const { role } = useMember()
  const snapshot = useAfterPaint(useSelector(useCrewApp().outbox, (current) => current))
  return useMemo(() => orders && applyOutbox(orders, snapshot, role), [orders, snapshot, role])
}
