import { selectIsTablet } from '@handsfree/core/crew'
import { createCrewPasskeyOffer } from '@handsfree/core/passkeys'
import { useSelector } from '@xstate/react'
import { PasskeyOffer } from '../parts/account/PasskeyOffer.tsx'
import { useCrewApp } from './crew-app.ts'

/** Not on a desk's shared tablet, which takes PINs only. */
export function OwnPasskeyOffer() {
  const isTablet = useSelector(useCrewApp().tablet, selectIsTablet)
  return !isTablet && <PasskeyOffer create={createCrewPasskeyOffer} />
}
