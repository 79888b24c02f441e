import {
  acceptInvitation,
  breakShift,
  endCrewSession,
  endOtherCrewSessions,
  endShift,
  getInvitation,
  getShift,
  type Locale,
  listCrewSessions,
  type Phone,
  setCrewPassword,
  setCrewPin,
  signInEmployee,
  signOutEmployee,
  startShift,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { canonicalPhone } from '@handsfree/core/phone'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { deviceName } from '../domain/account/device-name.ts'
import {
  beginShift,
  countInHand,
  findColleagues,
  findFreePlates,
  findShift,
  finishShift,
  setBreak,
  toShift,
} from '../domain/crew/shifts.ts'
import { createUnknownLinkLimit } from '../domain/links/unknown-link-limit.ts'
import {
  type EmployeeRow,
  endSession,
  endSessionOf,
  endSessions,
  endTabletSessions,
  findCrewSessions,
  isFreshSession,
  lockEmployee,
  startCrewSession,
  tryCrewSession,
} from '../domain/users/crew-sessions.ts'
import { employees } from '../domain/users/employees.table.ts'
import { endInvitations, findInvitation } from '../domain/users/invitations.ts'
import { checkGuess, comparePassword, type Guess, hashPassword } from '../domain/users/passwords.ts'
import { requireOwnDevice } from '../domain/users/tablets.ts'
import { validPhone } from '../domain/verification/phone.ts'
import { queueKeysOf, senderOf } from '../domain/verification/sender.ts'
import { useCode } from '../domain/verification/verification.ts'
import { handOn } from '../flows/hand-on.ts'
import type { Database, Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import { sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const digits = sql`regexp_replace(${employees.phone}, '[^0-9]', '', 'g')`
const hasCountry = sql`${employees.phone} like '+%'`

/** Returns the employee whose number, with its country code, is this one. */
async function findByPhone(tx: Database, { dialCode, phoneNumber }: Phone): Promise<EmployeeRow | null> {
  const [found = null] = await tx
    .select()
    .from(employees)
    .where(and(hasCountry, eq(digits, `${dialCode}${phoneNumber}`)))
  return found
}

/**
 * Also finds numbers that were added without a country code. Only for passwords: someone in another country may own
 * the same digits, and get a code there.
 */
async function findByTypedPhone(tx: Database, typed: Phone): Promise<EmployeeRow | null> {
  const phone = canonicalPhone(typed) ?? typed
  const whole = await findByPhone(tx, phone)
  if (whole) return whole
  const { dialCode, phoneNumber } = phone
  const found = await tx
    .select()
    .from(employees)
    .where(and(not(hasCountry), inArray(digits, [phoneNumber, `${dialCode}${phoneNumber}`])))
  return found.find((one) => one.phone.replace(/\D/g, '') === phoneNumber) ?? found[0] ?? null
}

const emptyPassword = () =>
  new ApiError(errorCodes.employeePasswordEmpty, 'employee password empty', { status: 409 })

/** Sessions, passwords and shifts of employees. */
export const crewPlugin: DomainPlugin = (app, services) => {
  const { db, keys, now, realtime } = services

  const deviceOf = (request: FastifyRequest) => deviceName(request.headers['user-agent'])

  const setPasswordHash = (tx: Transaction, employeeId: string, passwordHash: string) =>
    tx.update(employees).set({ passwordHash }).where(eq(employees.employeeId, employeeId))

  const setPinHash = (tx: Transaction, employeeId: string, pinHash: string) =>
    tx.update(employees).set({ pinHash }).where(eq(employees.employeeId, employeeId))

  const guessOf = (phone: string, { ip }: FastifyRequest): Guess => {
    const { sender, block } = senderOf(keys, ip)
    return { phone, sender: block ?? sender }
  }
  /** Counts by the last digits, so that the same number with other country codes isn't another one. */
  const guessAtSignIn = ({ dialCode, phoneNumber }: Phone, request: FastifyRequest) =>
    guessOf(`${dialCode}${phoneNumber}`.slice(-6), request)

  /** Starts a session after a proof. Returns refusals, so that a code stays used. */
  const startSession = async (
    tx: Transaction,
    employeeId: string | undefined,
    { request, locale }: { request: FastifyRequest; locale: Locale },
  ) => {
    if (!employeeId) return new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
    return tryCrewSession(tx, services, employeeId, { device: deviceOf(request), locale })
  }

  route(
    app,
    services,
    signInEmployee,
    async ({ tx, body, request, locale, beforeResult: compared }) => {
      const phone = { dialCode: body.dialCode, phoneNumber: body.phoneNumber }
      if ('code' in body) {
        const { code, requestId } = body
        const valid = validPhone(phone)
        const refusal = await useCode(tx, services, valid, {
          code,
          requestId,
          sender: senderOf(keys, request.ip),
        })
        if (refusal) return refusal
        return startSession(tx, (await findByPhone(tx, valid))?.employeeId, { request, locale })
      }
      const employee = compared?.employee
      const refusal = await checkGuess(tx, services, guessAtSignIn(phone, request), async () => {
        if (!compared?.isRight || !employee) return false
        const locked = await lockEmployee(tx, employee.employeeId, 'share')
        return locked?.passwordHash === employee.passwordHash
      })
      return refusal ?? startSession(tx, employee?.employeeId, { request, locale })
    },
    {
      beforeTransaction: async ({ body, request }: IdentifiedRequest<typeof signInEmployee>) => {
        if ('code' in body) return null
        const employee = await findByTypedPhone(db, {
          dialCode: body.dialCode,
          phoneNumber: body.phoneNumber,
        })
        const hash = employee?.passwordHash ?? null
        const guess = guessAtSignIn(body, request)
        return { employee, isRight: await comparePassword(services, guess, body.password, hash) }
      },
      queueKeys: ({ body, request }: IdentifiedRequest<typeof signInEmployee>) =>
        queueKeysOf(keys, request.ip, { dialCode: body.dialCode, phoneNumber: body.phoneNumber }),
    },
  )

  route(app, services, listCrewSessions, ({ tx, employee, request }) =>
    findCrewSessions(tx, employee.employeeId, sentTokenHash(request), now()),
  )

  route(app, services, endCrewSession, async ({ tx, employee, params, afterCommit }) => {
    requireOwnDevice(employee)
    const { employeeId } = employee
    const isEnded = await endSessionOf(tx, employeeId, params.deviceId, now())
    if (!isEnded) throw new ApiError(errorCodes.notFound, 'not found')
    afterCommit(() => realtime.disconnectEmployee(employeeId))
    return {}
  })

  route(app, services, endOtherCrewSessions, async ({ tx, employee, request, afterCommit }) => {
    requireOwnDevice(employee)
    const { employeeId } = employee
    const ended = await endSessions(tx, employeeId, sentTokenHash(request))
    afterCommit(() => realtime.disconnectEmployee(employeeId))
    return { ended }
  })

  route(app, services, signOutEmployee, async ({ tx, employee: { employeeId }, request, afterCommit }) => {
    await endSession(tx, sentTokenHash(request) ?? '')
    afterCommit(() => realtime.disconnectEmployee(employeeId))
    return {}
  })

  const guessOfOwn = ({ employeeId }: { employeeId: string }, request: FastifyRequest) =>
    guessOf(`employee ${employeeId}`, request)

  route(
    app,
    services,
    setCrewPassword,
    async ({ tx, employee, request, afterCommit, beforeResult: { hash, isRight, newHash } }) => {
      const { employeeId } = employee
      const refusal = await checkGuess(tx, services, guessOfOwn(employee, request), async () => {
        const locked = await lockEmployee(tx, employeeId, 'no key update')
        return isRight && locked?.passwordHash === hash
      })
      if (refusal) return refusal
      await setPasswordHash(tx, employeeId, newHash)
      await endSessions(tx, employeeId, sentTokenHash(request))
      afterCommit(() => realtime.disconnectEmployee(employeeId))
      return {}
    },
    {
      beforeTransaction: async ({ employee, body, request }: IdentifiedRequest<typeof setCrewPassword>) => {
        requireOwnDevice(employee)
        const [row] = await db.select().from(employees).where(eq(employees.employeeId, employee.employeeId))
        const hash = row?.passwordHash
        if (!hash) throw emptyPassword()
        const isRight = await comparePassword(services, guessOfOwn(employee, request), body.current, hash)
        return { hash, isRight, newHash: isRight ? await hashPassword(services, body.password) : '' }
      },
      queueKeys: ({ employee }: IdentifiedRequest<typeof setCrewPassword>) => [
        `employee ${employee.employeeId}`,
      ],
    },
  )

  route(
    app,
    services,
    setCrewPin,
    async ({ tx, employee, request, afterCommit, beforeResult: { hash, isRight, pinHash } }) => {
      const { employeeId } = employee
      if (hash !== null) {
        const refusal = await checkGuess(tx, services, guessOfOwn(employee, request), async () => {
          const locked = await lockEmployee(tx, employeeId, 'no key update')
          return isRight && locked?.passwordHash === hash
        })
        if (refusal) return refusal
      }
      await setPinHash(tx, employeeId, pinHash)
      await endTabletSessions(tx, employeeId)
      afterCommit(() => realtime.disconnectEmployee(employeeId))
      return {}
    },
    {
      beforeTransaction: async ({ employee, body, request }: IdentifiedRequest<typeof setCrewPin>) => {
        requireOwnDevice(employee)
        const pinHash = (isRight: boolean) => (isRight ? hashPassword(services, body.pin) : '')
        if (body.password === '') {
          if (!(await isFreshSession(db, sentTokenHash(request), now()))) throw emptyPassword()
          return { hash: null, isRight: true, pinHash: await pinHash(true) }
        }
        const [row] = await db.select().from(employees).where(eq(employees.employeeId, employee.employeeId))
        const hash = row?.passwordHash
        if (!hash) throw emptyPassword()
        const isRight = await comparePassword(services, guessOfOwn(employee, request), body.password, hash)
        return { hash, isRight, pinHash: await pinHash(isRight) }
      },
      queueKeys: ({ employee }: IdentifiedRequest<typeof setCrewPin>) => [`employee ${employee.employeeId}`],
    },
  )

  const countUnknown = createUnknownLinkLimit(services, 'invitations')
  const openInvitation = async (token: string, request: FastifyRequest) => {
    try {
      return await findInvitation(db, token, now())
    } catch (error) {
      if (error instanceof ApiError && error.code === errorCodes.notFound) await countUnknown(request)
      throw error
    }
  }

  route(app, services, getInvitation, async ({ params, request }) => {
    const { employee, expiresAt } = await openInvitation(params.token, request)
    const { name, role, phone } = employee
    return { name, role, phone, expiresAt }
  })

  route(
    app,
    services,
    acceptInvitation,
    async ({ tx, params, request, locale, afterCommit, beforeResult }) => {
      const { employeeId, passwordHash, pinHash } = beforeResult
      await lockEmployee(tx, employeeId, 'no key update')
      // Someone may have used it since.
      await findInvitation(tx, params.token, now())
      await setPasswordHash(tx, employeeId, passwordHash)
      if (pinHash !== null) await setPinHash(tx, employeeId, pinHash)
      await endInvitations(tx, employeeId)
      await endSessions(tx, employeeId)
      afterCommit(() => realtime.disconnectEmployee(employeeId))
      return startCrewSession(tx, services, employeeId, { device: deviceOf(request), locale })
    },
    {
      beforeTransaction: async ({ params, body, request }: IdentifiedRequest<typeof acceptInvitation>) => {
        const { employeeId, role } = (await openInvitation(params.token, request)).employee
        if (body.password === '') throw emptyPassword()
        const passwordHash = await hashPassword(services, body.password)
        const pin = role === 'site' ? body.pin : undefined
        const pinHash = pin === undefined ? null : await hashPassword(services, pin)
        return { employeeId, passwordHash, pinHash }
      },
    },
  )

  route(app, services, getShift, async ({ tx, employee }) => {
    const shift = await findShift(tx, employee.employeeId)
    return {
      shift: shift && toShift(shift),
      freePlates: await findFreePlates(tx),
      inHand: (await countInHand(tx, [employee.employeeId]))(employee.employeeId),
      colleagues: await findColleagues(tx, employee.employeeId),
    }
  })

  route(app, services, startShift, async ({ tx, employee, body }) =>
    toShift(await beginShift(tx, services, employee.employeeId, body.plate)),
  )

  route(app, services, breakShift, async ({ tx, employee, body }) =>
    toShift(await setBreak(tx, now(), employee.employeeId, body.isOnBreak)),
  )

  route(app, services, endShift, async ({ tx, afterCommit, employee: { employeeId }, body }) => {
    const { plate, toEmployeeId } = body
    const actor = `employee:${employeeId}`
    const leaving = { employeeId, toEmployeeId, isForGood: false, actor }
    if (toEmployeeId !== undefined) await handOn({ tx, afterCommit }, services, leaving)
    return toShift(await finishShift(tx, now(), employeeId, plate))
  })
}
