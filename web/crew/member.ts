import type { CrewMember } from '@handsfree/core/contract'
import { createContext, useContext } from 'react'

const MemberContext = createContext<CrewMember | null>(null)

export const MemberProvider = MemberContext.Provider

/** The signed-in employee. Only on pages behind the sign-in. */
export function useMember(): CrewMember {
  const member = useContext(MemberContext)
  if (!member) throw new Error('useMember outside of MemberProvider')
  return member
}
