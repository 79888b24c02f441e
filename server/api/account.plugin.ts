import {
  deleteAccount,
  endDevice,
  endOtherDevices,
  exportAccount,
  getDeletionTerms,
  LinkToken,
  listDevices,
  operationActions,
  operationLogType,
  operatorDeletePerson,
  operatorExportPerson,
  operatorListPersonLog,
  operatorListPersonOrders,
  type PersonOperation,
  type Phone,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { desc, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { personOperations } from '../domain/account/account.table.ts'
import { endDeviceOf, endOtherTokens, findDevices } from '../domain/account/devices.ts'
import { endExport, makeExport, useExport } from '../domain/account/export-tickets.ts'
import { exportZip } from '../domain/account/export-zip.ts'
import { findPersonOrders } from '../domain/account/find-person-orders.ts'
import { readForOperator } from '../domain/crew/find-orders.ts'
import { createUnknownLinkLimit } from '../domain/links/unknown-link-limit.ts'
import {
  confirmedEmailOf,
  findUsersByPhone,
  provingAddress,
  type User,
  verifiedPhoneOf,
} from '../domain/users/account-keys.ts'
import { users } from '../domain/users/users.table.ts'
import { validPhone } from '../domain/verification/phone.ts'
import { senderOf } from '../domain/verification/sender.ts'
import { useCode } from '../domain/verification/verification.ts'
import { deleteAccountOf, deletionTerms } from '../flows/delete-account.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import { describeError } from '../runtime/http/describe-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'
import type { Employee } from '../runtime/services.ts'
import { noSuchKey } from './emails.plugin.ts'

const logLength = 100

export const accountPlugin: DomainPlugin = (app, services) => {
  const { db, keys, now, random, realtime } = services

  route(app, services, listDevices, ({ tx, traveller }) => findDevices(tx, traveller, now()))

  route(app, services, endDevice, async ({ tx, traveller: { uin }, params, afterCommit }) => {
    const isEnded = await endDeviceOf(tx, uin, params.deviceId, now())
    if (!isEnded) throw new ApiError(errorCodes.notFound, 'not found')
    afterCommit(() => realtime.disconnect(uin))
    return {}
  })

  route(app, services, endOtherDevices, async ({ tx, traveller, afterCommit }) => {
    const ended = await endOtherTokens(tx, traveller)
    afterCommit(() => realtime.disconnect(traveller.uin))
    return { ended }
  })

  route(app, services, exportAccount, ({ tx, traveller }) => makeExport(tx, services, traveller))

  const countUnknown = createUnknownLinkLimit(services, 'exports')
  const openExport = async (request: FastifyRequest): Promise<{ uin: string; ticket: string }> => {
    const sent = v.safeParse(v.object({ ticket: LinkToken }), request.params)
    const uin = sent.success ? await useExport(db, sent.output.ticket, now()) : null
    if (sent.success && uin) return { uin, ticket: sent.output.ticket }
    await countUnknown(request)
    throw new ApiError(errorCodes.notFound, 'not found')
  }

  // A plain link, because browsers stream downloads of any size to disk. Downloads can't send a token, so the ticket
  // authenticates. HEAD requests and prefetches must not use it up.
  app.get('/api/account/export/:ticket', { exposeHeadRoute: false }, async (request, reply) => {
    if (/prefetch/.test(`${request.headers['sec-purpose']} ${request.headers.purpose}`)) {
      throw new ApiError(errorCodes.notFound, 'not found')
    }
    const { uin, ticket } = await openExport(request)
    const zip = await exportZip(services, uin)
    reply.raw.once('close', () => zip.destroy())
    reply.raw.once('finish', () => {
      endExport(db, ticket, now()).catch((error: unknown) => request.log.error(describeError(error)))
    })
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="account.zip"')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(zip)
  })

  route(app, services, getDeletionTerms, ({ tx, traveller }) => deletionTerms(tx, traveller.uin))

  route(app, services, deleteAccount, async ({ tx, afterCommit, traveller: { uin }, body, request }) => {
    const [user] = await tx.select().from(users).where(eq(users.uin, uin))
    if (!user || user.deleteTime) throw new ApiError(errorCodes.notLoggedIn, 'not logged in')
    const sender = senderOf(keys, request.ip)
    const { code, requestId, way = 'phone' } = body
    const address = provingAddress(user, way)
    if (!address) throw noSuchKey()
    const refusal = await useCode(tx, services, address, { code, requestId, sender })
    if (refusal) return refusal
    return deleteAccountOf({ tx, afterCommit }, services, uin)
  })

  // Returned, not thrown, so that the access log is committed.
  const unknownPerson = () => new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
  const findAccount = async (
    tx: Transaction,
    { email, ...body }: Phone & { email?: string | undefined },
  ): Promise<string | null> => {
    const isAsked = (user: User) =>
      email === undefined
        ? verifiedPhoneOf(user) !== null
        : confirmedEmailOf(user)?.toLowerCase() === email.toLowerCase()
    return (await findUsersByPhone(tx, phoneOf(body))).find(isAsked)?.uin ?? null
  }
  const phoneOf = ({ dialCode, phoneNumber }: Phone): Phone => validPhone({ dialCode, phoneNumber })
  const log = (
    tx: Transaction,
    { employeeId }: Employee,
    operation: Pick<PersonOperation, 'uin' | 'what' | 'reason'>,
  ) =>
    tx
      .insert(personOperations)
      .values({ operationId: newId(random), actor: `employee:${employeeId}`, ...operation, time: now() })

  route(app, services, operatorExportPerson, async ({ tx, employee, body }) => {
    const uin = await findAccount(tx, body)
    await log(tx, employee, { uin, what: 'export', reason: body.reason })
    if (uin === null) return unknownPerson()
    return makeExport(tx, services, { uin, tokenHash: null })
  })

  route(app, services, operatorDeletePerson, async ({ tx, afterCommit, employee, body }) => {
    const uin = await findAccount(tx, body)
    await log(tx, employee, { uin, what: 'delete', reason: body.reason })
    if (uin === null) return unknownPerson()
    return deleteAccountOf({ tx, afterCommit }, services, uin)
  })

  route(app, services, operatorListPersonOrders, async ({ tx, employee, body, locale }) => {
    const phone = phoneOf(body)
    const uins = (await findUsersByPhone(tx, phone)).map(({ uin }) => uin)
    const found = await findPersonOrders(tx, uins, phone)
    for (const uin of uins.length > 0 ? uins : [null]) {
      await log(tx, employee, { uin, what: 'orders', reason: body.reason })
    }
    if (uins.length === 0 && found.length === 0) return unknownPerson()
    return readForOperator(tx, services, found, { employee, locale })
  })

  route(app, services, operatorListPersonLog, async ({ tx }) => {
    const rows = await tx
      .select()
      .from(personOperations)
      .orderBy(desc(personOperations.position))
      .limit(logLength)
    const action = operationActions.sensitiveCustomerInfo
    return rows.map((row) => ({
      ...row,
      action,
      logType: operationLogType(action),
      time: row.time.toISOString(),
    }))
  })
}
