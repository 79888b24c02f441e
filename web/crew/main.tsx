import { createCrewApp } from '@handsfree/core'
import { demoStaticKey } from '@handsfree/core/api'
import { selectIsSignedIn } from '@handsfree/core/auth'
import { enterAsDemoEmployee, selectIsTablet } from '@handsfree/core/crew'
import { initialLifecycle, moveOrder } from '@handsfree/core/orders'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startNavigation } from '../app/navigate.ts'
import { notify } from '../app/notify.ts'
import { readPageBrand } from '../app/page-data.ts'
import { createBrowserPlatform } from '../app/platform/browser.ts'
import { registerServiceWorker } from '../app/register-service-worker.ts'
import { CrewRoot } from './CrewRoot.tsx'
import { preloadPage } from './CrewRouter.tsx'

/** `?as=courier-0731` signs in as a demo employee. Removes it from the address. */
function takeDemoEmployee(): string | null {
  const address = new URL(location.href)
  const employeeId = address.searchParams.get('as')
  if (employeeId === null) return null
  address.searchParams.delete('as')
  history.replaceState(history.state, '', address)
  return employeeId
}

/** An order's first moves take ten times as long as later ones, too long for a courier's first tap. */
function warmUpLifecycle(): void {
  const facts = {
    now: 0,
    pickupTime: 0,
    isAtSite: true,
    total: 0,
    amountPaid: 0,
    pieces: 1,
    confirmedPieces: 0,
  }
  const moves = 5
  for (let move = 0; move < moves; move += 1) {
    // Missing in older Safari.
    globalThis.requestIdleCallback?.(() => moveOrder(initialLifecycle, facts, { type: 'payment.waive' }))
  }
}

const app = createCrewApp(createBrowserPlatform({ photos: 'handsfree-crew' }), {
  baseUrl: '',
  staticKey: import.meta.env.HANDSFREE_STATIC_KEY ?? demoStaticKey,
  brand: readPageBrand(),
  brokerScheme: location.protocol === 'https:' ? 'wss' : 'ws',
})
const demoEmployee = takeDemoEmployee()
document.documentElement.lang = app.language.getSnapshot().context.locale
startNavigation()
app.auth.on('auth.signedOut', ({ reason }) => {
  // A shared tablet asks for the PIN instead.
  const isTablet = selectIsTablet(app.tablet.getSnapshot())
  if (reason === 'ended' && !isTablet) notify(app, 'signedOut.ended').catch(() => undefined)
})
app.tablet.on('tablet.gone', () => {
  notify(app, 'crewTablet.gone').catch(() => undefined)
})
app.outbox.subscribe(({ context }) => {
  // Asked for once there is something to lose.
  if (context.acts.length > 0) void navigator.storage?.persist?.().catch(() => false)
})
app.start()
registerServiceWorker('crew')
// Without permission, notices can't be on.
if (globalThis.Notification?.permission === 'granted')
  import('../parts/push/open-push.ts')
    .then(({ openPush }) => openPush(app, 'employee'))
    .catch(() => undefined)

const render = () => {
  // A failure shows where the page is rendered.
  preloadPage(location.pathname, selectIsSignedIn(app.auth.getSnapshot())).catch(() => undefined)
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <CrewRoot app={app} />
    </StrictMode>,
  )
}
if (demoEmployee === null) render()
else enterAsDemoEmployee(app, demoEmployee).finally(render)
warmUpLifecycle()
