import { selectAccount } from '@handsfree/core/auth'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { RouteBoundary } from '../../app/RouteBoundary.tsx'
import { useApp } from '../../app/useApp.ts'

const Popup = lazyScreen(() => import('./Popup.tsx'))

/** Loads popups with the first notification that is unread or comes, and keeps them loaded: what is shown is read. */
export function Popups() {
  const { auth } = useApp()
  const uin = useSelector(auth, (snapshot) => selectAccount(snapshot)?.uin)
  // Another tab may change the account in one step: what was read for the former one is dropped.
  return uin === undefined ? null : <PopupsOfTraveller key={uin} />
}

function PopupsOfTraveller() {
  const { notification } = useApp()
  const mayPopUp = useSelector(
    notification,
    ({ context }) => context.unread > 0 || context.hasNews,
    (before, now) => before || before === now,
  )
  return (
    mayPopUp && (
      <RouteBoundary quiet>
        <Suspense fallback={null}>
          <Popup />
        </Suspense>
      </RouteBoundary>
    )
  )
}
