import { selectAccount } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { OptionalPart } from '../../app/OptionalPart.tsx'
import { useApp } from '../../app/useApp.ts'

const Popup = lazyScreen(() => import('./Popup.tsx'))

/** Loads popups with the first unread or new notification and keeps them, because showing a popup marks it as read. */
export function Popups() {
  const { auth } = useApp()
  const uin = useSelector(auth, (snapshot) => selectAccount(snapshot)?.uin)
  // Another tab may switch the account in one step; the key drops the previous account's data.
  return uin === undefined ? null : <PopupsOfTraveller key={uin} />
}

function PopupsOfTraveller() {
  const { notification } = useApp()
  const mayPopUp = useSelector(
    notification,
    ({ context }) => context.unread > 0 || context.hasHint,
    (before, now) => before || before === now,
  )
  return (
    mayPopUp && (
      <OptionalPart>
        <Popup />
      </OptionalPart>
    )
  )
}
