import { createProfile } from '@handsfree/core/account'
import {
  createDeviceConsent,
  selectAuthIsBusy,
  selectCanResend,
  selectIsEnteringCode,
  selectIsEnteringPhone,
  selectIsSignedIn,
  selectNeedsProfile,
} from '@handsfree/core/auth'
import type { Tab } from './device.ts'
import type { Guest } from './world.types.ts'

/** Takes one step of signing in. Returns whether the guest is busy with it. */
export function signInStep(
  { phoneNumber, name, chance, habits, qrId, world, orderIds, link }: Guest<Tab>,
  tab: Tab,
): boolean {
  const { auth, placements } = tab.app
  const snapshot = auth.getSnapshot()
  if (selectIsSignedIn(snapshot)) {
    if (!selectNeedsProfile(snapshot)) return false
    if (chance.bool(0.5)) auth.send({ type: 'profile.skip' })
    else {
      const profile = createProfile(tab.app)
      tab.show({ name: 'profile', actor: profile, stop: () => profile.stop() })
      profile.start()
      profile.send({ type: 'profile.change', fields: { name } })
      profile.send({ type: 'profile.save' })
    }
    return true
  }
  const isWanted =
    orderIds.size > 0 || link !== null || placements.get(qrId)?.getSnapshot().matches('awaitingAccount')
  if (!isWanted) return false
  if (selectAuthIsBusy(snapshot)) return true
  if (selectIsEnteringPhone(snapshot)) {
    auth.send({ type: 'phone.change', phone: { dialCode: '86', phoneNumber } })
    createDeviceConsent(tab.app).change(true)
    auth.send({ type: 'code.request' })
    tab.log('asks for a code')
  } else if (selectIsEnteringCode(snapshot)) {
    if (habits.isClumsy && chance.bool(0.2)) {
      tab.log('goes back to the number')
      auth.send({ type: 'phone.edit' })
      if (!selectIsEnteringPhone(auth.getSnapshot())) world.fail('numbersCanBeChanged', `${name} can’t`)
      return true
    }
    const code = world.phones.read(phoneNumber)
    const typed = chance.bool(habits.isClumsy ? 0.4 : world.options.isStormy ? 0.05 : 0) ? '000000' : code
    if (typed === null || chance.bool(0.15)) {
      if (selectCanResend(snapshot)) auth.send({ type: 'code.resend' })
      return true
    }
    tab.log('types the code')
    auth.send({ type: 'code.change', code: typed })
    if (auth.getSnapshot().can({ type: 'code.submit' })) auth.send({ type: 'code.submit' })
  } else auth.send({ type: 'auth.begin', qrId })
  return true
}
