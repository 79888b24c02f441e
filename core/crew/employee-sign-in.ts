import * as v from 'valibot'
import type { SnapshotFrom } from 'xstate'
import { WrongPassword } from '../contract/crew.ts'
import type { Phone } from '../contract/user.ts'
import { errorCodes } from '../lib/error-codes.ts'
import { toFailure } from '../lib/from-call.ts'
import type { employeeSignInMachine } from './employee-sign-in.machine.ts'

export type SignInMethod = 'code' | 'password'

export type EmployeeSignInInput = { method: SignInMethod }

export type EmployeeSignInContext = EmployeeSignInInput & {
  /** The number that the password was sent with; null before. */
  phone: Phone | null
  password: string
  problem: PasswordProblem | null
}

export type EmployeeSignInEvent =
  | { type: 'method.choose'; method: SignInMethod }
  | { type: 'password.change'; password: string }
  | { type: 'password.submit'; phone: Phone }

export type PasswordInput = { phone: Phone | null; password: string }

export type PasswordProblem =
  | { code: 'passwordRequired' }
  | { code: 'invalidPhone' }
  | { code: 'wrongPassword'; triesLeft: number }
  /** Seconds until the next password is compared. */
  | { code: 'tooManyPasswords'; retryAfter: number }
  | { code: 'network' }
  /** A refusal after the right password, such as 2005 for a disabled employee. */
  | { code: 'refused'; errorCode: number }
  | { code: 'unexpected' }

/** Why a password failed to sign in. */
export function passwordProblemOf(error: unknown): PasswordProblem {
  const failure = toFailure(error)
  if (failure.kind !== 'refused') return { code: failure.kind }
  if (failure.code === errorCodes.paramError) return { code: 'invalidPhone' }
  if (failure.code !== errorCodes.passwordError) return { code: 'refused', errorCode: failure.code }
  const parsed = v.safeParse(WrongPassword, failure.details)
  const { triesLeft, retryAfter } = parsed.success ? parsed.output : { triesLeft: 0, retryAfter: undefined }
  return retryAfter === undefined
    ? { code: 'wrongPassword', triesLeft }
    : { code: 'tooManyPasswords', retryAfter }
}

type Snapshot = SnapshotFrom<typeof employeeSignInMachine>

export const selectSignInMethod = (snapshot: Snapshot): SignInMethod =>
  snapshot.matches('code') ? 'code' : 'password'
export const selectPassword = ({ context }: Snapshot): string => context.password
export const selectPasswordProblem = ({ context }: Snapshot): PasswordProblem | null => context.problem
export const selectIsCheckingPassword = (snapshot: Snapshot): boolean => snapshot.hasTag('busy')
