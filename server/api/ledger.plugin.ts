import { answerQuestion, getLedger, operatorGetLedger } from '@handsfree/core/contract'
import { errorCodes } from '@handsfree/core/lib'
import { and, eq } from 'drizzle-orm'
import { bagQuestions } from '../domain/bags/ledger.table.ts'
import { readLedger } from '../domain/bags/to-ledger.ts'
import { canSee } from '../domain/crew/scope.ts'
import { findOwnOrder, readOrder } from '../domain/orders/find-orders.ts'
import { lockOrder } from '../domain/orders/lock-order.ts'
import { orders } from '../domain/orders/orders.table.ts'
import { orderNotFound } from '../domain/orders/refusals.ts'
import { openClaimForQuestion } from '../flows/claim-of-question.ts'
import { moveQuestion } from '../flows/move-question.ts'
import { ApiError } from '../runtime/http/api-error.ts'
import type { DomainPlugin } from '../runtime/http/domain.ts'
import { route } from '../runtime/http/route.ts'

export const ledgerPlugin: DomainPlugin = (app, services) => {
  route(app, services, getLedger, async ({ tx, traveller, params, locale }) =>
    readLedger(tx, services, await findOwnOrder(tx, traveller.uin, params.orderId), locale),
  )

  route(app, services, operatorGetLedger, async ({ tx, params, employee, locale }) => {
    const order = await readOrder(tx, params.orderId)
    if (!order || !canSee(employee, order)) throw orderNotFound()
    return readLedger(tx, services, order, locale)
  })

  route(app, services, answerQuestion, async ({ tx, afterCommit, traveller, params, body, locale }) => {
    const work = { tx, afterCommit }
    const isThis = eq(bagQuestions.questionId, params.questionId)
    const [ownQuestion] = await tx
      .select({ orderId: orders.orderId })
      .from(bagQuestions)
      .innerJoin(orders, eq(orders.orderId, bagQuestions.orderId))
      .where(and(isThis, eq(orders.uin, traveller.uin)))
    const order = ownQuestion && (await lockOrder(work, ownQuestion.orderId))
    if (!order) throw orderNotFound()
    const moved = await moveQuestion(work, services, order, params.questionId, {
      type: `answer.${body.answer}`,
    })
    if (moved?.state === 'notRight') await openClaimForQuestion(work, services, order, moved, locale)
    if (!moved) {
      const [question] = await tx.select().from(bagQuestions).where(isThis)
      if (question?.state !== body.answer) {
        throw new ApiError(errorCodes.dbExists, 'already answered or withdrawn', {
          details: { state: question?.state },
        })
      }
    }
    return readLedger(tx, services, order, locale)
  })
}
