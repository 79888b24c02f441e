import {
  operatorListNotes,
  operatorReadNote,
  operatorWriteNote,
  type StaffNote,
} from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { recordHappenedTime } from '../domain/crew/happened.ts'
import { canSee } from '../domain/crew/scope.ts'
import { staffNotes } from '../domain/crew/staff-notes.table.ts'
import { notifyOperators } from '../domain/notifications/notify-employees.ts'
import { readOrder } from '../domain/orders/find-orders.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { employees } from '../domain/users/employees.table.ts'
import type { Database } from '../runtime/db/database.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'
import { newId } from '../runtime/random.ts'
import type { Employee } from '../runtime/services.ts'

const maxNotes = 100

type NoteRow = {
  note: typeof staffNotes.$inferSelect
  author: Pick<typeof employees.$inferSelect, 'name' | 'role'>
}

const toStaffNote = ({ note, author }: NoteRow): StaffNote => ({
  noteId: note.noteId,
  author,
  words: note.words,
  time: note.createTime.toISOString(),
  readTime: note.readTime?.toISOString() ?? null,
})

const selectNotes = (tx: Database) =>
  tx
    .select({ note: staffNotes, author: { name: employees.name, role: employees.role } })
    .from(staffNotes)
    .innerJoin(employees, eq(employees.employeeId, staffNotes.employeeId))

/** Employees' notes about orders. */
export const staffNotesPlugin: DomainPlugin = (app, services) => {
  const { now, random, realtime } = services

  const requireOrder = async (tx: Database, orderId: string, employee: Employee) => {
    const order = await readOrder(tx, orderId)
    if (!order || !canSee(employee, order)) throw orderNotFound()
    return order.orderId
  }

  const readNote = async (tx: Database, noteId: string): Promise<NoteRow> => {
    const [found] = await selectNotes(tx).where(eq(staffNotes.noteId, noteId))
    if (!found) throw new ApiError(errorCodes.notFound, 'not found')
    return found
  }

  route(app, services, operatorWriteNote, async ({ tx, afterCommit, params, body, employee, request }) => {
    const orderId = await requireOrder(tx, params.orderId, employee)
    const { employeeId, role } = employee
    const noteId = newId(random)
    const createTime = (await recordHappenedTime(tx, request, employeeId, now())) ?? now()
    const isRead = role === 'operator'
    await tx.insert(staffNotes).values({
      noteId,
      orderId,
      employeeId,
      words: body.words,
      createTime,
      readTime: isRead ? createTime : null,
      readerId: isRead ? employeeId : null,
    })
    if (!isRead) {
      const actor = `employee:${employeeId}`
      await notifyOperators({ tx }, services, orderId, { queueKind: 'note', actor })
    }
    afterCommit(() => realtime.operatorsHint(orderId))
    return toStaffNote(await readNote(tx, noteId))
  })

  route(app, services, operatorListNotes, async ({ tx, params, employee }) => {
    const orderId = await requireOrder(tx, params.orderId, employee)
    const notes = await selectNotes(tx)
      .where(eq(staffNotes.orderId, orderId))
      .orderBy(desc(staffNotes.createTime), desc(staffNotes.noteId))
      .limit(maxNotes)
    return notes.map(toStaffNote)
  })

  route(app, services, operatorReadNote, async ({ tx, afterCommit, params: { noteId }, employee }) => {
    const { note } = await readNote(tx, noteId)
    await tx
      .update(staffNotes)
      .set({ readTime: now(), readerId: employee.employeeId })
      .where(and(eq(staffNotes.noteId, noteId), isNull(staffNotes.readTime)))
    afterCommit(() => realtime.operatorsHint(note.orderId))
    return toStaffNote(await readNote(tx, noteId))
  })
}
