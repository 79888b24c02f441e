import * as v from 'valibot'
import { policy } from '../policy/numbers.ts'
import { SignedInDevice } from './account.ts'
import { employeeRoles, getCall, postCall } from './call.ts'
import { Empty, Id, LinkToken, Timestamp, VerificationCode } from './common.ts'
import { Phone } from './user.ts'
import { RequestId } from './verification-code.ts'

/** The signed-in employee, in the caller's language. */
export const CrewMember = v.object({
  employeeId: Id,
  role: v.picklist(employeeRoles),
  name: v.string(),
  /** Plate of a courier's own car; empty for others. */
  plate: v.string(),
  /** A site worker's site; null for others. */
  site: v.nullable(v.object({ siteId: Id, name: v.string(), timeZone: v.string() })),
  /** A courier's region; null for all regions and for other roles. */
  region: v.nullable(v.object({ regionId: Id, name: v.string() })),
  hasPassword: v.boolean(),
})
export type CrewMember = v.InferOutput<typeof CrewMember>

export const CrewSession = v.object({ token: v.pipe(v.string(), v.maxLength(200)), employee: CrewMember })
export type CrewSession = v.InferOutput<typeof CrewSession>

/** 8 to 128 characters of any script. */
export const Password = v.pipe(v.string(), v.minLength(policy.passwordCharacters), v.maxLength(128))
/** An entered password. Empty ones get a refusal of their own (2006). */
export const TypedPassword = v.pipe(v.string(), v.maxLength(128))

/** Four digits (contract). They only work on a shared tablet. */
export const Pin = v.pipe(v.string(), v.regex(/^\d{4}$/))

const isEasyPin = (pin: string): boolean =>
  new Set(pin).size === 1 ||
  // Digits in a row, and down or up the middle of the keypad.
  ['0123456789', '9876543210', '2580', '0852'].some((row) => row.includes(pin))

/** A PIN as it is set, which isn’t one of the first that anyone would try. */
export const NewPin = v.pipe(
  Pin,
  v.check((pin) => !isEasyPin(pin)),
)

/** Details of 2001. `retryAfter`: seconds until the next password or PIN is compared. */
export const WrongPassword = v.object({ triesLeft: v.number(), retryAfter: v.optional(v.number()) })
export type WrongPassword = v.InferOutput<typeof WrongPassword>

export const signInEmployee = postCall('/crew/sessions', {
  summary:
    'Signs in an employee with phone number and a code from POST /verification-codes, or a password. Fails with 2001 and `{ triesLeft, retryAfter }` for a wrong password or an unknown number, and with 2002, 2003 or 2004 like POST /users. Only after that, fails with 2000 for a number that isn’t an employee’s, 2005 for a disabled employee, 2009 if their region is closed, and 2010 if their site is.',
  audience: 'anyone',
  body: v.union([
    v.strictObject({ ...Phone.entries, code: VerificationCode, requestId: v.optional(RequestId) }),
    v.strictObject({ ...Phone.entries, password: TypedPassword }),
  ]),
  result: CrewSession,
  errors: [2000, 2001, 2002, 2003, 2004, 2005, 2009, 2010],
})

export const startDemoCrewSession = postCall('/demo/crew-sessions', {
  summary:
    'Signs in one of the demo’s employees without a proof. Only the demo has this call: other servers answer 1002. Fails with 2000 for an employee that isn’t the demo’s.',
  audience: 'anyone',
  body: v.strictObject({ employeeId: Id }),
  result: CrewSession,
  errors: [1002, 2000, 2005, 2009, 2010],
})

export const listCrewSessions = getCall('/crew/sessions', {
  summary: 'Returns the devices that the employee is signed in on, last used first.',
  audience: 'operator',
  roles: employeeRoles,
  result: v.array(SignedInDevice),
})

export const endCrewSession = postCall('/crew/sessions/{deviceId}/end', {
  summary:
    'Signs out one device of the employee. Its next call fails with 1010. Fails with 1002 for an unknown device.',
  audience: 'operator',
  roles: employeeRoles,
  params: v.strictObject({ deviceId: Id }),
  body: v.strictObject({}),
  result: Empty,
  errors: [1002],
})

export const endOtherCrewSessions = postCall('/crew/sessions/end-others', {
  summary: 'Signs out every device of the employee except the caller’s.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({}),
  result: v.object({ ended: v.number() }),
})

export const signOutEmployee = postCall('/crew/sign-out', {
  summary:
    'Signs out this device. Tokens made by an operator for scripts keep working until they are replaced.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({}),
  result: Empty,
})

export const setCrewPassword = postCall('/crew/password', {
  summary:
    'Changes the employee’s password and signs out their other devices. Fails with 2001 like `signInEmployee` if the current one is wrong, and with 2006 if there is none: an invitation sets the first.',
  audience: 'operator',
  roles: employeeRoles,
  body: v.strictObject({ current: TypedPassword, password: Password }),
  result: Empty,
  errors: [2001, 2006],
})

/** An invitation as its link shows it. */
export const Invitation = v.object({
  name: v.string(),
  role: v.picklist(employeeRoles),
  phone: v.string(),
  expiresAt: Timestamp,
})
export type Invitation = v.InferOutput<typeof Invitation>

const InvitationParams = v.strictObject({ token: LinkToken })

export const getInvitation = getCall('/crew/invitations/{token}', {
  summary:
    'Returns who an invitation is for. Fails with 1002 for an unknown, used or expired one, and with 2005 for a disabled employee.',
  audience: 'anyone',
  params: InvitationParams,
  result: Invitation,
  errors: [1002, 2005],
})

export const acceptInvitation = postCall('/crew/invitations/{token}', {
  summary:
    'Sets the employee’s password by an invitation and signs in. With `pin`, also sets the PIN of an employee of a site. An invitation works once, within 24 hours. Ends the employee’s other sessions. Fails with 1002 for an unknown, used or expired one, and with 2006 for an empty password.',
  audience: 'anyone',
  params: InvitationParams,
  body: v.strictObject({ password: v.union([v.literal(''), Password]), pin: v.optional(NewPin) }),
  result: CrewSession,
  errors: [1002, 2005, 2006, 2009, 2010],
})

const EmployeeParams = v.strictObject({ employeeId: Id })

export const inviteEmployee = postCall('/operator/employees/{employeeId}/invitation', {
  summary:
    'Makes a link with which an employee sets a password, for the first time or after forgetting it: `/crew/invitation/{token}`. It works once, for 24 hours, and replaces earlier ones. Fails with 2005 for a disabled employee.',
  audience: 'operator',
  params: EmployeeParams,
  body: v.strictObject({}),
  result: v.object({ token: LinkToken, expiresAt: Timestamp }),
  errors: [2000, 2005],
})

export const endEmployeeSessions = postCall('/operator/employees/{employeeId}/sessions/end', {
  summary: 'Signs out every device of an employee, such as a lost phone, and removes their passkeys.',
  audience: 'operator',
  params: EmployeeParams,
  body: v.strictObject({}),
  result: v.object({ ended: v.number() }),
  errors: [2000],
})

export const listEmployeeSessions = getCall('/operator/employees/{employeeId}/sessions', {
  summary: 'Returns the devices that an employee is signed in on, last used first.',
  audience: 'operator',
  params: EmployeeParams,
  result: v.array(SignedInDevice),
  errors: [2000],
})

/** A courier's time at work, from `startTime` until `endTime`; null while it lasts. */
export const Shift = v.object({
  shiftId: Id,
  /** Plate of the car taken. */
  plate: v.string(),
  startTime: Timestamp,
  endTime: v.nullable(Timestamp),
  /** When the current break began; null while working. */
  breakTime: v.nullable(Timestamp),
})
export type Shift = v.InferOutput<typeof Shift>

/** Orders and bags that a courier carries. */
export const InHand = v.object({ orders: v.number(), pieces: v.number() })
export type InHand = v.InferOutput<typeof InHand>

/** A courier on shift. */
export const Colleague = v.object({ employeeId: Id, name: v.string(), plate: v.string() })
export type Colleague = v.InferOutput<typeof Colleague>

const nothingInHand: InHand = { orders: 0, pieces: 0 }

const Plate = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20))
const couriers = ['courier'] as const

export const getShift = getCall('/crew/shift', {
  summary:
    'Returns the courier’s current shift, or null, the cars that are free, what the courier carries, and the colleagues on shift who can take it over.',
  audience: 'operator',
  roles: couriers,
  result: v.object({
    shift: v.nullable(Shift),
    freePlates: v.array(v.string()),
    inHand: v.optional(InHand, nothingInHand),
    colleagues: v.optional(v.array(Colleague), []),
  }),
})

export const startShift = postCall('/crew/shift/start', {
  summary:
    'Starts a shift with a car, the courier’s own by default. Returns the current shift if it already has the car. Fails with 2008 without a car, with 4001 if another courier has taken it, and with 1008 for an unknown plate.',
  audience: 'operator',
  roles: couriers,
  idempotent: 'optional',
  body: v.strictObject({ plate: v.optional(Plate) }),
  result: Shift,
  errors: [2008, 4001],
})

export const breakShift = postCall('/crew/shift/break', {
  summary: 'Begins or ends a break. Fails with 9001 without a shift.',
  audience: 'operator',
  roles: couriers,
  idempotent: 'optional',
  body: v.strictObject({ isOnBreak: v.boolean() }),
  result: Shift,
  errors: [9001],
})

export const endShift = postCall('/crew/shift/end', {
  summary:
    'Ends the shift and returns the car by its plate. Fails with 9001 without a shift, with 4002 for a car that the courier didn’t take, and with 5002 and `{ orderIds }` while bags are with the courier, unless `toEmployeeId` names the courier who takes them. Fails like `operatorAssign` for that courier.',
  audience: 'operator',
  roles: couriers,
  idempotent: 'optional',
  body: v.strictObject({ plate: Plate, toEmployeeId: v.optional(Id) }),
  result: Shift,
  errors: [2000, 2005, 2008, 9001, 4002, 5002],
})

export const listShifts = getCall('/operator/shifts', {
  summary: 'Returns the couriers who are on shift, longest first, with what they carry.',
  audience: 'operator',
  result: v.array(
    v.object({
      ...Shift.entries,
      employeeId: Id,
      name: v.string(),
      inHand: v.optional(InHand, nothingInHand),
    }),
  ),
})
export type CourierShift = v.InferOutput<(typeof listShifts)['result']>[number]

export const endEmployeeShift = postCall('/operator/shifts/{employeeId}/end', {
  summary:
    'Ends a courier’s shift for them, so that others can take the car. Fails with 9001 without a shift, and with 5002 and `{ orderIds }` while bags are with the courier, unless `toEmployeeId` names the courier who takes them. Fails like `operatorAssign` for that courier.',
  audience: 'operator',
  params: EmployeeParams,
  body: v.strictObject({ toEmployeeId: v.optional(Id) }),
  result: Shift,
  errors: [2000, 2005, 2008, 5002, 9001],
})
