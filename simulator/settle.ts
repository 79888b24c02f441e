import {
  createDeviceConsent,
  selectAuthIsBusy,
  selectCanResend,
  selectIsEnteringCode,
  selectIsEnteringPhone,
} from '@handsfree/core/auth'
import { checkConcurrentChanges } from './concurrent-changes.ts'
import type { Tab } from './device.ts'
import { type FinalPhase, sleepAll, wakeAll } from './final-phase.ts'
import { minute, second } from './time.ts'
import type { Traveller } from './traveller.ts'
import { createDeletion, followLink, linksOf } from './wandering.ts'

/** Limits of a patient sign-in, which must succeed within a day. Code requests are rate limited. */
const roundsPerHour = 30
const maxHours = 25

const accountIn = (tab: Tab) => tab.app.auth.getSnapshot().context.account

/** Uses the latest code, or requests another if it is used up. */
function patientStep({ phoneNumber, world }: Traveller, tab: Tab): void {
  const { auth } = tab.app
  const snapshot = auth.getSnapshot()
  const ask = (type: 'code.request' | 'code.resend') => {
    world.phones.forget(phoneNumber)
    auth.send({ type })
  }
  if (selectAuthIsBusy(snapshot)) return
  if (selectIsEnteringPhone(snapshot)) {
    auth.send({ type: 'phone.change', phone: { dialCode: '86', phoneNumber } })
    createDeviceConsent(tab.app).change(true)
    ask('code.request')
  } else if (selectIsEnteringCode(snapshot)) {
    const code = world.phones.read(phoneNumber)
    if (code !== null) auth.send({ type: 'code.change', code })
    if (code !== null && auth.getSnapshot().can({ type: 'code.submit' })) auth.send({ type: 'code.submit' })
    else if (selectCanResend(snapshot)) ask('code.resend')
  } else auth.send({ type: 'auth.begin' })
}

/** All travellers with orders sign in, as patiently as needed. */
async function signIn(travellers: readonly Traveller[], { play, fail }: FinalPhase): Promise<void> {
  const waitingTravellers = travellers.filter(({ orderIds }) => orderIds.size > 0)
  for (let hour = 0; hour < maxHours; hour++) {
    for (let look = 0; look < roundsPerHour; look++) {
      const signedOut = waitingTravellers.flatMap((traveller) => {
        const tab = [...traveller.device.tabs][0] ?? traveller.openTab()
        return accountIn(tab) ? [] : [{ traveller, tab }]
      })
      if (signedOut.length === 0) return wakeAll(travellers)
      const waiting = waitingTravellers.filter((one) => signedOut.every(({ traveller }) => traveller !== one))
      sleepAll(waiting)
      for (const { traveller, tab } of signedOut) patientStep(traveller, tab)
      await play(20 * second)
    }
    sleepAll(travellers)
    await play(50 * minute)
    wakeAll(travellers)
  }
  for (const { name } of waitingTravellers)
    fail('everybodyGetsIn', `${name} or another couldn’t sign in within a day`)
}

function openAll(traveller: Traveller): void {
  for (const orderId of traveller.orderIds) traveller.openDetail(traveller.openTab(), orderId)
  traveller.openList(traveller.openTab())
  traveller.openNotifications(traveller.openTab())
}

function openLinks([traveller]: readonly Traveller[]): void {
  if (traveller) for (const link of linksOf(traveller.world)) followLink(traveller.openTab(), link)
}

/**
 * Final checks. First the tabs that survived the storm; then, after signing in, each order and list in its own tab. On
 * shared devices, the second person repeats this. All must be correct after a minute.
 */
export async function runFinalPhase(travellers: readonly Traveller[], ending: FinalPhase): Promise<void> {
  const { play, checkInvariants, story } = ending
  wakeAll(travellers)
  story.log('world', 'looks at the tabs that are left')
  await play(minute)
  if (!(await checkInvariants())) return
  let remaining = travellers
  while (remaining.length > 0) {
    sleepAll(travellers.filter((traveller) => !remaining.includes(traveller)))
    await signIn(remaining, ending)
    for (const traveller of remaining) if (traveller.orderIds.size > 0) openAll(traveller)
    openLinks(remaining)
    story.log('world', 'looks at each order')
    await play(minute)
    if (!(await checkInvariants())) return
    if (!(await checkConcurrentChanges(remaining, ending))) return
    remaining = remaining.filter((traveller) => traveller.passOnAtTheEnd())
  }
  const leavers = travellers.filter(({ habits, orderIds }) => habits.isLeaving && orderIds.size > 0)
  if (leavers.length === 0) return
  await deleteAccounts(leavers, travellers, ending)
  await play(minute)
  await checkInvariants()
}

/** Travellers who are leaving delete their accounts, unless there is an open claim or dispute, or codes are used up. */
async function deleteAccounts(
  leavers: readonly Traveller[],
  allTravellers: readonly Traveller[],
  { play, fail, story }: FinalPhase,
): Promise<void> {
  story.log('world', 'lets those delete their account who want to')
  // The other devices were checked before.
  sleepAll(allTravellers.filter((traveller) => !leavers.includes(traveller)))
  wakeAll(leavers)
  const pages = leavers.map((traveller) => {
    const tab = traveller.openTab()
    const page = createDeletion(tab.app, traveller)
    tab.show({ name: 'deletion', actor: page, stop: () => page.stop() })
    page.start()
    return { traveller, page }
  })
  const isDeciding = ({ page }: (typeof pages)[number]) =>
    page.getSnapshot().status === 'active' && !page.getSnapshot().matches('blocked')
  for (let look = 0; look < roundsPerHour && pages.some(isDeciding); look++) {
    for (const { traveller, page } of pages) {
      const { phoneNumber, world } = traveller
      const code = world.phones.read(phoneNumber)
      if (page.getSnapshot().matches('allowed')) {
        world.phones.forget(phoneNumber)
        page.send({ type: 'deletion.start' })
      } else if (code !== null) {
        page.send({ type: 'code.change', code })
        page.send({ type: 'code.submit' })
      }
    }
    await play(20 * second)
  }
  for (const { traveller, page } of pages) {
    const snapshot = page.getSnapshot()
    const mayWait = snapshot.matches('blocked') || snapshot.context.problem !== null
    if (!mayWait && !snapshot.matches('deleted'))
      fail('everybodyGetsOut', `${traveller.name} is at ${JSON.stringify(snapshot.value)}`)
  }
}
