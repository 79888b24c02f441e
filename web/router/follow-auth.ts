import type { App } from '@handsfree/core'
import { keepNext, nextPath, signInPath } from './address.ts'
import { navigate } from './navigate.ts'

/** Moves the page along with signing in and out; what a route demands of its visitor is the router's own affair. */
export function followAuth({ auth }: App): void {
  const replace = { replace: true }
  auth.on('auth.codeSent', () => {
    const path = '/verification-code/check'
    if (location.pathname !== path) navigate(keepNext(path, location.search))
  })
  auth.on('auth.profileSettled', () => {
    if (location.pathname === '/person/profile/init') navigate(nextPath(location.search), replace)
  })
  auth.on('auth.signedOut', ({ reason }) => {
    if (reason === 'request') navigate('/', replace)
    if (reason === 'ended') navigate(signInPath(location.pathname + location.search), replace)
  })
}
