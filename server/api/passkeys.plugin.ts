import {
  addCrewPasskey,
  addPasskey,
  listCrewPasskeys,
  listPasskeys,
  proveByPasskey,
  removeCrewPasskey,
  removePasskey,
  renameCrewPasskey,
  renamePasskey,
  signInEmployeeWithPasskey,
  signInWithPasskey,
  startCrewPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { deviceName } from '../domain/account/device-name.ts'
import { checkConsent, saveConsent } from '../domain/consents/consents.ts'
import {
  addPasskeyOf,
  countPasskeyTry,
  findPasskeys,
  type PasskeyOwner,
  registrationOptions,
  removePasskeyOf,
  renamePasskeyOf,
  signInOptions,
  usePasskey,
} from '../domain/passkeys/passkeys.ts'
import { findUser, proofOf } from '../domain/users/account-keys.ts'
import { tryCrewSession } from '../domain/users/crew-sessions.ts'
import { requireOwnDevice } from '../domain/users/tablets.ts'
import { issueToken } from '../domain/users/tokens.ts'
import { tooSoon } from '../domain/verification/request-code.ts'
import { senderOf } from '../domain/verification/sender.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { localeOf } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

/** Passkeys of travellers and employees. Refused answers are returned, so that their challenge stays used. */
export const passkeysPlugin: DomainPlugin = (app, services) => {
  const { keys, now, settings } = services
  const notFound = () => new ApiError(errorCodes.notFound, 'not found')
  const deviceOf = ({ headers }: FastifyRequest) => deviceName(headers['user-agent'])
  const countTry = (tx: Transaction, kind: 'start' | 'failure', { ip }: FastifyRequest) =>
    countPasskeyTry(tx, kind, senderOf(keys, ip).sender, now())

  const optionsFor = (tx: Transaction, owner: PasskeyOwner, request: FastifyRequest) =>
    registrationOptions(tx, services, owner, {
      origin: originOf(request, settings),
      locale: localeOf(request),
    })

  type Added = Parameters<typeof addPasskeyOf>[4]
  const addTo = async (tx: Transaction, owner: PasskeyOwner, passkey: Added, request: FastifyRequest) => {
    const device = { origin: originOf(request, settings), name: deviceOf(request) }
    return (await addPasskeyOf(tx, services, owner, device, passkey)) ?? findPasskeys(tx, owner)
  }

  const renameOf = async (tx: Transaction, owner: PasskeyOwner, passkeyId: string, name: string) => {
    if (!(await renamePasskeyOf(tx, owner, passkeyId, name))) throw notFound()
    return findPasskeys(tx, owner)
  }

  const removeFrom = async (tx: Transaction, owner: PasskeyOwner, passkeyId: string) => {
    if (!(await removePasskeyOf(tx, owner, passkeyId))) throw notFound()
    return findPasskeys(tx, owner)
  }

  const refusedPasskey = async (tx: Transaction, request: FastifyRequest) => {
    const isTooMuch = (await countTry(tx, 'failure', request)) > policy.passkeyFailuresPerHour
    return isTooMuch ? tooSoon({ reason: 'network' }) : notFound()
  }

  route(app, services, listPasskeys, ({ tx, traveller: { uin } }) => findPasskeys(tx, { uin }))

  route(app, services, startPasskey, ({ tx, traveller: { uin }, request }) =>
    optionsFor(tx, { uin }, request),
  )

  route(app, services, addPasskey, ({ tx, traveller: { uin }, body, request }) =>
    addTo(tx, { uin }, body.passkey, request),
  )

  route(app, services, renamePasskey, ({ tx, traveller: { uin }, params, body }) =>
    renameOf(tx, { uin }, params.passkeyId, body.name),
  )

  route(app, services, removePasskey, ({ tx, traveller: { uin }, params }) =>
    removeFrom(tx, { uin }, params.passkeyId),
  )

  route(app, services, startPasskeySignIn, async ({ tx, request }) => {
    if ((await countTry(tx, 'start', request)) > policy.passkeyStartsPerHour) {
      throw tooSoon({ reason: 'network' })
    }
    return signInOptions(tx, services, originOf(request, settings))
  })

  route(app, services, signInWithPasskey, async ({ tx, body, request }) => {
    checkConsent(body.consent)
    const uin = await usePasskey(tx, services, 'uin', body.passkey, originOf(request, settings))
    if (uin === null) return refusedPasskey(tx, request)
    await saveConsent(tx, services, { uin, kind: 'privacy' }, body.consent)
    return { token: await issueToken(tx, services, uin, deviceOf(request)), uin }
  })

  route(app, services, proveByPasskey, async ({ tx, traveller, body, request }) => {
    const uin = await usePasskey(tx, services, 'uin', body.passkey, originOf(request, settings))
    if (uin !== traveller.uin) return refusedPasskey(tx, request)
    return { proof: proofOf(services, traveller, await findUser(tx, uin)) }
  })

  route(app, services, listCrewPasskeys, ({ tx, employee: { employeeId } }) =>
    findPasskeys(tx, { employeeId }),
  )

  route(app, services, startCrewPasskey, ({ tx, employee, request }) => {
    requireOwnDevice(employee)
    return optionsFor(tx, { employeeId: employee.employeeId }, request)
  })

  route(app, services, addCrewPasskey, ({ tx, employee, body, request }) => {
    requireOwnDevice(employee)
    return addTo(tx, { employeeId: employee.employeeId }, body.passkey, request)
  })

  route(app, services, renameCrewPasskey, ({ tx, employee, params, body }) => {
    requireOwnDevice(employee)
    return renameOf(tx, { employeeId: employee.employeeId }, params.passkeyId, body.name)
  })

  route(app, services, removeCrewPasskey, ({ tx, employee, params }) => {
    requireOwnDevice(employee)
    return removeFrom(tx, { employeeId: employee.employeeId }, params.passkeyId)
  })

  route(app, services, signInEmployeeWithPasskey, async ({ tx, body, request, locale }) => {
    const origin = originOf(request, settings)
    const employeeId = await usePasskey(tx, services, 'employeeId', body.passkey, origin)
    if (employeeId === null) return refusedPasskey(tx, request)
    return tryCrewSession(tx, services, employeeId, { device: deviceOf(request), locale })
  })
}
