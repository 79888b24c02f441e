import {
  type CatalogueChange,
  endTablet,
  extendTabletSession,
  listTablets,
  readTablet,
  startTablet,
  unlockTablet,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { deviceName } from '../domain/account/device-name.ts'
import { logChanges } from '../domain/catalogue/catalogue-log.ts'
import { createUnknownLinkLimit } from '../domain/links/unknown-link-limit.ts'
import { endSession, lockEmployee, startCrewSession } from '../domain/users/crew-sessions.ts'
import { checkGuess, comparePassword } from '../domain/users/passwords.ts'
import {
  addTablet,
  extendSession,
  findTabletPeople,
  findTabletPerson,
  findTablets,
  pinGuess,
  removeTablet,
  requireOwnDevice,
  requireTablet,
  takeTablet,
} from '../domain/users/tablets.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { IdentifiedRequest } from '../runtime/http/call.ts'
import { localeOf, sentTokenHash } from '../runtime/http/caller.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

const notFound = () => new ApiError(errorCodes.notFound, 'not found')

/** Sites' shared tablets, which people unlock by PIN. */
export const tabletsPlugin: DomainPlugin = (app, services) => {
  const { db, now, realtime } = services

  const logTablet = (tx: Transaction, siteId: string, actorId: string) => {
    const change: CatalogueChange = { kind: 'sites', id: siteId, change: 'changed', fields: ['tablet'] }
    return logChanges(tx, [change], {
      actor: `employee:${actorId}`,
      now: now(),
      random: services.random,
    })
  }

  route(app, services, startTablet, async ({ tx, employee, request, locale, afterCommit }) => {
    requireOwnDevice(employee)
    const { employeeId } = employee
    const row = await lockEmployee(tx, employeeId, 'share')
    if (!row?.siteId || row.pinHash === null) {
      throw new ApiError(errorCodes.employeePasswordEmpty, 'the employee has no PIN', { status: 409 })
    }
    const device = deviceName(request.headers['user-agent'])
    const access = await addTablet(tx, services, { siteId: row.siteId, device, locale })
    await endSession(tx, sentTokenHash(request) ?? '')
    await logTablet(tx, row.siteId, employeeId)
    afterCommit(() => realtime.disconnectEmployee(employeeId))
    return access
  })

  route(app, services, listTablets, ({ tx, employee, locale }) =>
    findTablets(tx, employee, { now: now(), locale }),
  )

  route(app, services, endTablet, async ({ tx, employee, params, afterCommit }) => {
    const ended = await removeTablet(tx, employee, params.deviceId, now())
    if (!ended) throw notFound()
    await logTablet(tx, ended.siteId, employee.employeeId)
    afterCommit(() => {
      for (const employeeId of ended.employeeIds) realtime.disconnectEmployee(employeeId)
    })
    return {}
  })

  const countUnknown = createUnknownLinkLimit(services, 'tablets')
  const openTablet = async ({
    body,
    request,
  }: Pick<IdentifiedRequest<typeof readTablet | typeof unlockTablet>, 'body' | 'request'>) => {
    try {
      return await requireTablet(db, body.tablet, { now: now(), locale: localeOf(request) })
    } catch (error) {
      if (error instanceof ApiError && error.code === errorCodes.notFound) await countUnknown(request)
      throw error
    }
  }

  route(
    app,
    services,
    readTablet,
    async ({ tx, beforeResult: tablet }) => ({
      site: tablet.site,
      people: await findTabletPeople(tx, tablet),
    }),
    { beforeTransaction: openTablet },
  )

  route(
    app,
    services,
    unlockTablet,
    async ({ tx, body, request, locale, beforeResult: { tablet, person, isRight } }) => {
      const { employeeId } = body
      const refusal = await checkGuess(tx, services, pinGuess(tablet, employeeId), async () => {
        if (!isRight || !person) return false
        await lockEmployee(tx, employeeId, 'share')
        return (await findTabletPerson(tx, tablet, employeeId))?.pinHash === person.pinHash
      })
      if (refusal) return refusal
      const { tokenHash } = tablet
      if (!(await takeTablet(tx, tokenHash, now()))) throw notFound()
      const device = deviceName(request.headers['user-agent'])
      return startCrewSession(tx, services, employeeId, { device, locale, tabletHash: tokenHash })
    },
    {
      beforeTransaction: async (sent: IdentifiedRequest<typeof unlockTablet>) => {
        const { employeeId, pin } = sent.body
        const tablet = await openTablet(sent)
        const person = await findTabletPerson(db, tablet, employeeId)
        const guess = pinGuess(tablet, employeeId)
        const isRight = await comparePassword(services, guess, pin, person?.pinHash ?? null)
        return { tablet, person, isRight }
      },
      queueKeys: ({ body }: IdentifiedRequest<typeof unlockTablet>) => [`employee ${body.employeeId}`],
    },
  )

  route(app, services, extendTabletSession, async ({ tx, request }) => {
    await extendSession(tx, sentTokenHash(request) ?? '', now())
    return {}
  })
}
