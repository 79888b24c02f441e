import type { App } from '@handsfree/core'
import { selectIsEnteringCode, selectIsSignedIn } from '@handsfree/core/auth'
import { pageOfState } from '@handsfree/core/lib'
import { nextPath, qrIdOf, signInPath, withNext } from './address.ts'
import { goBack, navigate } from './navigate.ts'

const sendPath = '/verification-code/send'
const profilePath = '/person/profile/init'
const phonePaths = ['/sign/in', '/sign/up', sendPath, '/phone-dial-code']

/** The sign-in machine defines the path of its code page itself. */
const isSignInPath = (path: string) => path.startsWith('/verification-code/') || phonePaths.includes(path)
const isCodePath = (path: string) => isSignInPath(path) && !phonePaths.includes(path)
const replaceWith = (path: string) => navigate(path, { replace: true })

/** Syncs the auth actor with the URL, or redirects to a step that is possible. */
function handleNavigation({ auth }: App): void {
  const { pathname, search } = location
  const snapshot = auth.getSnapshot()
  if (pathname === profilePath && snapshot.matches({ signedIn: { profile: 'ready' } })) {
    replaceWith(nextPath(search))
  }
  if (!isSignInPath(pathname) || selectIsSignedIn(snapshot)) return
  const isAskingCode = selectIsEnteringCode(snapshot)
  if (isCodePath(pathname)) {
    if (!isAskingCode) replaceWith(withNext('/sign/in', search))
    return
  }
  if (pathname === sendPath && snapshot.context.phone.phoneNumber === '') {
    replaceWith(withNext('/sign/in', search))
    return
  }
  if (isAskingCode) auth.send({ type: 'phone.edit' })
  auth.send({ type: 'auth.begin', qrId: qrIdOf(nextPath(search)) })
}

/**
 * Connects the sign-in steps with their pages, outside of React. Events navigate; links, "back" and reloads move the
 * actor. Call it once, after the app has started and before the first render.
 */
export function followAuth(app: App): void {
  const { auth } = app
  auth.on('auth.codeSent', () => {
    const { signIn } = auth.getSnapshot().context
    const page = signIn && pageOfState(signIn.getSnapshot())
    if (page && phonePaths.includes(location.pathname)) navigate(withNext(page, location.search))
  })
  // Goes back to the phone page, whose route redirects. This removes the steps from the history.
  auth.on('auth.signedIn', () => {
    if (isCodePath(location.pathname)) goBack(withNext('/sign/in', location.search))
  })
  auth.on('auth.profileSettled', () => {
    if (location.pathname === profilePath) replaceWith(nextPath(location.search))
  })
  auth.on('auth.signedOut', ({ reason }) => {
    const { pathname, search } = location
    const isOver = reason !== 'ended' && reason !== 'elsewhere'
    const signIn = isSignInPath(pathname) ? withNext('/sign/in', search) : signInPath(pathname + search)
    replaceWith(isOver ? '/' : signIn)
    const message = reason === 'deleted' ? 'myAccount.deleted' : (`signedOut.${reason}` as const)
    import('./notify.ts').then(({ notify }) => notify(app, message)).catch(() => undefined)
  })
  // Wouter dispatches the first two, the browser the third.
  for (const type of ['pushState', 'replaceState', 'popstate']) {
    window.addEventListener(type, () => handleNavigation(app))
  }
  handleNavigation(app)
}
