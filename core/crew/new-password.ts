import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import { NewPin, Password } from '../contract/crew.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { isRefusedWith } from '../lib/failure.ts'
import { toFailure } from '../lib/from-call.ts'
import { type PasswordProblem, passwordProblemOf } from './employee-sign-in.ts'
import type { newPasswordMachine } from './new-password.machine.ts'

export type NewPasswordInput = {
  needsCurrent: boolean
  /** Whether the employee has a password that proves who they are. */
  hasPassword: boolean
  /** Sets a password, a PIN for shared tablets, or both. */
  setsPassword: boolean
  setsPin: boolean
}

export type NewPasswordContext = NewPasswordInput & {
  currentPassword: string
  password: string
  pin: string
  problem: NewPasswordProblem | null
}

export type NewPasswordEvent =
  | { type: 'current.change'; password: string }
  | { type: 'password.change'; password: string }
  | { type: 'pin.change'; pin: string }
  | { type: 'password.submit' }

export type SavePasswordInput = { currentPassword: string; password: string; pin: string }

export type NewPasswordProblem =
  | PasswordProblem
  | { code: 'currentRequired' }
  | { code: 'tooShort' }
  | { code: 'pinIncomplete' }
  | { code: 'pinTooEasy' }
  /** Neither a password nor a recent sign-in by code proves who sets the PIN. */
  | { code: 'proofRequired' }
  /** The invitation is unknown, used or expired. */
  | { code: 'invitationGone' }

/** Whether the server refuses a password as too short. */
export const isTooShort = (password: string): boolean => !v.is(Password, password)

/** Whether the server refuses a PIN of four digits. */
export const isPinTooEasy = (pin: string): boolean => !v.is(NewPin, pin)

/** Why a password wasn't saved. */
export function newPasswordProblemOf(error: unknown): NewPasswordProblem {
  const failure = toFailure(error)
  if (isRefusedWith(failure, errorCodes.notFound)) return { code: 'invitationGone' }
  if (isRefusedWith(failure, errorCodes.employeePasswordEmpty)) return { code: 'proofRequired' }
  return passwordProblemOf(error)
}

type Snapshot = SnapshotFrom<typeof newPasswordMachine>

export const selectCurrentPassword = ({ context }: Snapshot): string => context.currentPassword
export const selectNewPassword = ({ context }: Snapshot): string => context.password
export const selectNewPin = ({ context }: Snapshot): string => context.pin
export const selectNeedsCurrent = ({ context }: Snapshot): boolean => context.needsCurrent
export const selectNewPasswordProblem = ({ context }: Snapshot): NewPasswordProblem | null => context.problem
export const selectIsSavingPassword = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
export const selectIsPasswordSaved = (snapshot: Snapshot): boolean => snapshot.matches('saved')
