import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import { WrongPassword } from '../contract/crew.ts'
import { TabletAccess, type TabletPerson } from '../contract/tablet.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isNotFound } from '../lib/failure.ts'
import { toFailure } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import type { KeyValueStorage } from '../lib/platform.ts'
import { readStored } from '../lib/read-stored.ts'
import type { ReadingRef, ReadingUpdate } from '../lib/reading.machine.ts'
import { employeeLimits } from '../policy/employee-limits.ts'
import type { tabletMachine } from './tablet.machine.ts'

/** Digits of a PIN (contract). */
export const pinDigits = 4

const idleMs = employeeLimits.tabletIdleMinutes * 60_000

export type TabletInput = {
  /** Ms since 1970. */
  now: () => number
  /** When someone last tapped, in ms since 1970, in any tab. */
  lastUseAt: () => number
  /** Null on a device that isn't a shared tablet. */
  access: TabletAccess | null
  /** The signed-in employee. */
  employeeId: string | null
}

export type TabletContext = TabletInput & {
  /** People with a PIN; null until read. */
  people: readonly TabletPerson[] | null
  /** Whose PIN is typed. */
  personId: string | null
  pin: string
  problem: TabletProblem | null
}

export type TabletPeople = { people: readonly TabletPerson[] }

export type TabletEvent =
  | ReadingUpdate<TabletPeople>
  | { type: 'tablet.start' }
  | { type: 'tablet.lock' }
  | { type: 'tablet.end' }
  /** Leaves a tablet without people who could unlock it, for the sign-in. */
  | { type: 'tablet.leave' }
  /** Another tab has started or ended the tablet. */
  | { type: 'tablet.found'; access: TabletAccess | null }
  | { type: 'employee.changed'; employeeId: string | null }
  /** Timers may have been late while the device slept. */
  | { type: 'device.returned' }
  | { type: 'person.choose'; employeeId: string }
  | { type: 'person.drop' }
  | { type: 'pin.change'; pin: string }
  | { type: 'pin.submit' }

/** Someone signed the tablet out elsewhere, or its 30 days are over. */
export type TabletEmitted = { type: 'tablet.gone' }

export type UnlockInput = { access: TabletAccess | null; employeeId: string; pin: string }

export type TabletProblem =
  | { code: 'wrongPin'; triesLeft: number }
  /** Seconds until the next PIN is compared. */
  | { code: 'tooManyPins'; retryAfter: number }
  | { code: 'pinIncomplete' }
  /** The employee can't start a tablet that they couldn't unlock. */
  | { code: 'pinMissing' }
  /** The server no longer knows the tablet. */
  | { code: 'tabletGone' }
  | { code: 'refused'; errorCode: number }
  | { code: 'network' }
  | { code: 'unexpected' }

/** Why a call about the tablet failed. */
export function tabletProblemOf(error: unknown): TabletProblem {
  const failure = toFailure(error)
  if (failure.kind !== 'refused') return { code: failure.kind }
  if (isNotFound(failure)) return { code: 'tabletGone' }
  if (failure.code === errorCodes.employeePasswordEmpty) return { code: 'pinMissing' }
  if (failure.code !== errorCodes.passwordError) return { code: 'refused', errorCode: failure.code }
  const parsed = v.safeParse(WrongPassword, failure.details)
  const { triesLeft, retryAfter } = parsed.success ? parsed.output : { triesLeft: 0, retryAfter: undefined }
  return retryAfter === undefined ? { code: 'wrongPin', triesLeft } : { code: 'tooManyPins', retryAfter }
}

/** Milliseconds until the tablet asks for a PIN. */
export const idleTimeMs = ({ now, lastUseAt }: TabletInput): number =>
  Math.max(0, lastUseAt() + idleMs - now())

/** Keeps the digits of a typed or pasted text. */
export const pinOf = (text: string): string => text.replace(/\D/g, '').slice(0, pinDigits)

const StoredTablet = v.object({ version: v.literal(1), ...TabletAccess.entries })

export function readTabletAccess(storage: KeyValueStorage): TabletAccess | null {
  const stored = readStored(storage, storageKeys.tablet, StoredTablet)
  if (!stored) return null
  const { token, deviceId, site } = stored
  return { token, deviceId, site }
}

export function saveTabletAccess(storage: KeyValueStorage, access: TabletAccess | null): void {
  if (access) storage.set(storageKeys.tablet, JSON.stringify({ version: 1, ...access }))
  else storage.remove(storageKeys.tablet)
}

type Snapshot = SnapshotFrom<typeof tabletMachine>

/** Whether this device is a site's shared tablet. */
export const selectIsTablet = ({ context }: Snapshot): boolean => context.access !== null
/** Whether the tablet shows nothing but the choice of a person. */
export const selectIsTabletLocked = (snapshot: Snapshot): boolean => snapshot.hasTag('locked')
export const selectIsLeavingTablet = (snapshot: Snapshot): boolean => snapshot.matches({ on: 'leaving' })
export const selectTabletSite = ({ context }: Snapshot): string => context.access?.site.name ?? ''
export const selectTabletPeople = ({ context }: Snapshot): readonly TabletPerson[] | null => context.people
export const selectTabletPerson = ({ context: { people, personId } }: Snapshot): TabletPerson | null =>
  people?.find(({ employeeId }) => employeeId === personId) ?? null
export const selectPin = ({ context }: Snapshot): string => context.pin
export const selectTabletProblem = ({ context }: Snapshot): TabletProblem | null => context.problem
export const selectIsTabletBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
export const selectTabletReading = ({ children }: Snapshot): ReadingRef | undefined =>
  children.reading as ReadingRef | undefined
