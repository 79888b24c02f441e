import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { policy } from '@handsfree/core/policy'
import type { FastifyRequest } from 'fastify'
import { deviceName } from '../domain/account/device-name.ts'
import {
  addPasskeyOf,
  findPasskeys,
  registrationOptions,
  removePasskeyOf,
  renamePasskeyOf,
  signInOptions,
  usePasskey,
} from '../domain/passkeys/passkeys.ts'
import { issueToken } from '../domain/users/tokens.ts'
import { tooSoon } from '../domain/verification/request-code.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { clientNetwork } from '../runtime/http/client-network.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { createWindowCounter } from '../runtime/http/window-counter.ts'
import { originOf } from '../runtime/settings/public-origin.ts'

const hour = 3_600_000

export const passkeysPlugin: DomainPlugin = (app, services) => {
  const { clock, settings } = services
  const starts = createWindowCounter(clock, hour)
  const failures = createWindowCounter(clock, hour)
  const notFound = () => new ApiError(errorCodes.notFound, 'not found')
  const deviceOf = ({ headers }: FastifyRequest) => deviceName(headers['user-agent'])

  route(app, services, listPasskeys, ({ tx, traveller }) => findPasskeys(tx, traveller.uin))

  route(app, services, startPasskey, ({ tx, traveller, request }) =>
    registrationOptions(tx, services, traveller.uin, originOf(request, settings)),
  )

  route(app, services, addPasskey, async ({ tx, traveller: { uin }, body, request }) => {
    const owner = { uin, origin: originOf(request, settings), name: deviceOf(request) }
    const refusal = await addPasskeyOf(tx, services, owner, body.passkey)
    return refusal ?? findPasskeys(tx, uin)
  })

  route(app, services, renamePasskey, async ({ tx, traveller: { uin }, params, body }) => {
    if (!(await renamePasskeyOf(tx, uin, params.passkeyId, body.name))) throw notFound()
    return findPasskeys(tx, uin)
  })

  route(app, services, removePasskey, async ({ tx, traveller: { uin }, params }) => {
    if (!(await removePasskeyOf(tx, uin, params.passkeyId))) throw notFound()
    return findPasskeys(tx, uin)
  })

  route(app, services, startPasskeySignIn, ({ tx, request }) => {
    if (starts.add(clientNetwork(request.ip)) > policy.passkeyStartsPerHour) {
      throw tooSoon({ reason: 'network' })
    }
    return signInOptions(tx, services, originOf(request, settings))
  })

  // The refusal is returned, not thrown, so that the used challenge is committed.
  route(app, services, signInWithPasskey, async ({ tx, body, request }) => {
    const uin = await usePasskey(tx, services, body.passkey, originOf(request, settings))
    if (uin !== null) return { token: await issueToken(tx, services, uin, deviceOf(request)), uin }
    const isTooMuch = failures.add(clientNetwork(request.ip)) > policy.passkeyFailuresPerHour
    return isTooMuch ? tooSoon({ reason: 'network' }) : notFound()
  })
}
