import {
  addEmployee,
  type CatalogueChange,
  type Employee,
  endEmployeeSessions,
  endEmployeeShift,
  getOwnEmployee,
  inviteEmployee,
  listEmployeeSessions,
  listEmployees,
  listShifts,
  makeEmployeeToken,
  resetEmployeePin,
  setEmployeeState,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { vehicles } from '../domain/catalogue/catalogue.table.ts'
import { logChanges } from '../domain/catalogue/catalogue-log.ts'
import { countInHand, findShifts, finishShift, requireEmptyHands, toShift } from '../domain/crew/shifts.ts'
import { removePasskeysOf } from '../domain/passkeys/passkeys.ts'
import { regions } from '../domain/regions/regions.table.ts'
import { sites } from '../domain/sites/sites.table.ts'
import {
  type EmployeeRow,
  endSessions,
  endTabletSessions,
  findCrewSessions,
  findMember,
} from '../domain/users/crew-sessions.ts'
import { employees, employeeTokens } from '../domain/users/employees.table.ts'
import { endEmployeeAccess, issueEmployeeToken, tokenEndOf } from '../domain/users/employees.ts'
import { invite } from '../domain/users/invitations.ts'
import { handOn } from '../flows/hand-on.ts'
import type { Transaction } from '../runtime/db/database.ts'
import { writeUnique } from '../runtime/db/work.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'

const toEmployee = (
  { disableTime, createTime, passwordHash, pinHash, lastActTime: _lastActTime, ...row }: EmployeeRow,
  tokenEndTime: Date | null,
): Employee => ({
  ...row,
  isDisabled: disableTime !== null,
  hasPassword: passwordHash !== null,
  hasPin: pinHash !== null,
  createTime: createTime.toISOString(),
  tokenEndTime: tokenEndTime?.toISOString() ?? null,
})

async function lockEmployee(tx: Transaction, employeeId: string): Promise<EmployeeRow> {
  const [found] = await tx.select().from(employees).where(eq(employees.employeeId, employeeId)).for('update')
  if (!found) throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
  return found
}

const changeOf = (
  { employeeId }: EmployeeRow,
  change: CatalogueChange['change'],
  fields: string[] = [],
): CatalogueChange => ({ kind: 'employees', id: employeeId, change, fields })

/** Throws 4001 for a plate in use. */
async function addVehicle(tx: Transaction, { employeeId, plate }: EmployeeRow): Promise<void> {
  const isTaken = and(eq(vehicles.plate, plate), isNull(vehicles.closedTime))
  const [taken] = await tx.select().from(vehicles).where(isTaken)
  if (taken) {
    throw new ApiError(errorCodes.carActivatedByOthers, 'another car has this plate', { status: 409 })
  }
  await tx.insert(vehicles).values({ vehicleId: employeeId, plate, courierId: employeeId })
}

export const employeesPlugin: DomainPlugin = (app, services) => {
  const { now, realtime, settings } = services

  route(app, services, getOwnEmployee, async ({ tx, employee, locale }) => ({
    employeeId: employee.employeeId,
    role: employee.role,
    siteId: employee.siteId,
    member: await findMember(tx, employee.employeeId, locale),
  }))

  route(app, services, listEmployees, async ({ tx }) => {
    const rows = await tx
      .select({ employee: employees, token: employeeTokens })
      .from(employees)
      .leftJoin(employeeTokens, eq(employeeTokens.employeeId, employees.employeeId))
      .orderBy(asc(employees.createTime), asc(employees.employeeId))
    return rows.map(({ employee, token }) => toEmployee(employee, tokenEndOf(token, settings, now())))
  })

  route(app, services, addEmployee, async ({ tx, body, employee }) => {
    if (body.role === 'site') {
      const [site] = await tx.select().from(sites).where(eq(sites.siteId, body.siteId))
      if (!site) throw new ApiError(errorCodes.employeeLocationNotExists, 'employee location not exists')
    }
    if (body.role === 'courier' && body.regionId !== null) {
      const isOpen = and(eq(regions.regionId, body.regionId), isNull(regions.closedTime))
      const [region] = await tx.select().from(regions).where(isOpen)
      if (!region) throw new ApiError(errorCodes.employeeRegionNotExists, 'employee region not exists')
    }
    const row: EmployeeRow = {
      plate: '',
      siteId: null,
      regionId: null,
      ...body,
      employeeId: newId(services.random),
      disableTime: null,
      passwordHash: null,
      pinHash: null,
      lastActTime: null,
      createTime: now(),
    }
    const isNew = await writeUnique(tx, (inner) => inner.insert(employees).values(row))
    if (!isNew) throw new ApiError(errorCodes.employeePhoneRepeat, 'employee phone repeat', { status: 409 })
    const changes: CatalogueChange[] = [changeOf(row, 'created')]
    if (row.plate !== '') {
      await addVehicle(tx, row)
      changes.push({ kind: 'vehicles', id: row.employeeId, change: 'created', fields: [] })
    }
    await logChanges(tx, changes, {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
    })
    return toEmployee(row, null)
  })

  route(app, services, setEmployeeState, async ({ tx, params, body, employee, afterCommit }) => {
    const { isDisabled, toEmployeeId } = body
    if (isDisabled) {
      await handOn({ tx, afterCommit }, services, {
        employeeId: params.employeeId,
        toEmployeeId,
        isForGood: true,
        actor: `employee:${employee.employeeId}`,
      })
    }
    const row = await lockEmployee(tx, params.employeeId)
    if (isDisabled) await requireEmptyHands(tx, row.employeeId)
    if (row.employeeId === employee.employeeId) {
      throw new ApiError(errorCodes.userStateError, 'employees can’t change their own state', { status: 409 })
    }
    const disableTime = body.isDisabled ? (row.disableTime ?? now()) : null
    await tx.update(employees).set({ disableTime }).where(eq(employees.employeeId, row.employeeId))
    if (body.isDisabled) {
      await endEmployeeAccess(tx, row.employeeId, now())
      afterCommit(() => realtime.disconnectEmployee(row.employeeId))
    }
    if (body.isDisabled !== (row.disableTime !== null)) {
      const change = changeOf(row, body.isDisabled ? 'closed' : 'reopened')
      await logChanges(tx, [change], {
        actor: `employee:${employee.employeeId}`,
        now: now(),
        random: services.random,
      })
    }
    const [token = null] = await tx
      .select()
      .from(employeeTokens)
      .where(eq(employeeTokens.employeeId, row.employeeId))
    return toEmployee({ ...row, disableTime }, tokenEndOf(token, settings, now()))
  })

  route(app, services, makeEmployeeToken, async ({ tx, params, employee, afterCommit }) => {
    const row = await lockEmployee(tx, params.employeeId)
    const { employeeId, disableTime } = row
    if (disableTime) throw new ApiError(errorCodes.userStateError, 'user state error', { status: 409 })
    afterCommit(() => realtime.disconnectEmployee(employeeId))
    await logChanges(tx, [changeOf(row, 'changed', ['token'])], {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
    })
    return { token: await issueEmployeeToken(tx, services, employeeId) }
  })

  route(app, services, inviteEmployee, async ({ tx, params, employee }) => {
    const row = await lockEmployee(tx, params.employeeId)
    if (row.disableTime) throw new ApiError(errorCodes.userStateError, 'user state error', { status: 409 })
    await logChanges(tx, [changeOf(row, 'changed', ['invitation'])], {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
    })
    return invite(tx, services, row.employeeId)
  })

  route(app, services, listEmployeeSessions, async ({ tx, params }) => {
    const [found] = await tx.select().from(employees).where(eq(employees.employeeId, params.employeeId))
    if (!found) throw new ApiError(errorCodes.userNotExists, 'user not exists', { status: 404 })
    return findCrewSessions(tx, found.employeeId, null, now())
  })

  route(app, services, endEmployeeSessions, async ({ tx, params, employee, afterCommit }) => {
    const row = await lockEmployee(tx, params.employeeId)
    afterCommit(() => realtime.disconnectEmployee(row.employeeId))
    await logChanges(tx, [changeOf(row, 'changed', ['sessions'])], {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
    })
    await removePasskeysOf(tx, { employeeId: row.employeeId })
    return { ended: await endSessions(tx, row.employeeId) }
  })

  route(app, services, resetEmployeePin, async ({ tx, params, employee, afterCommit }) => {
    const row = await lockEmployee(tx, params.employeeId)
    await tx.update(employees).set({ pinHash: null }).where(eq(employees.employeeId, row.employeeId))
    await endTabletSessions(tx, row.employeeId)
    afterCommit(() => realtime.disconnectEmployee(row.employeeId))
    await logChanges(tx, [changeOf(row, 'changed', ['pin'])], {
      actor: `employee:${employee.employeeId}`,
      now: now(),
      random: services.random,
    })
    return {}
  })

  route(app, services, listShifts, async ({ tx }) => {
    const rows = await findShifts(tx)
    const inHandOf = await countInHand(
      tx,
      rows.map(({ shift }) => shift.employeeId),
    )
    return rows.map(({ shift, name }) => ({
      ...toShift(shift),
      employeeId: shift.employeeId,
      name,
      inHand: inHandOf(shift.employeeId),
    }))
  })

  route(
    app,
    services,
    endEmployeeShift,
    async ({ tx, afterCommit, params: { employeeId }, body, employee }) => {
      const actor = `employee:${employee.employeeId}`
      const { toEmployeeId } = body
      if (toEmployeeId !== undefined) {
        await handOn({ tx, afterCommit }, services, { employeeId, toEmployeeId, isForGood: false, actor })
      }
      const row = await lockEmployee(tx, employeeId)
      const shift = await finishShift(tx, now(), employeeId, null)
      await logChanges(tx, [changeOf(row, 'changed', ['shift'])], {
        actor,
        now: now(),
        random: services.random,
      })
      afterCommit(() => realtime.employeeHint(employeeId))
      return toShift(shift)
    },
  )
}
