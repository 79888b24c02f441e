import type { Planted } from './planted.types.ts'

const settle = 'server/flows/settle-payment.ts'
const settleRefund = 'server/flows/settle-refund.ts'
const refunds = 'server/domain/payments/refunds.ts'
const moveOrder = 'server/flows/move-order.ts'

export const serverBugs: readonly Planted[] = [
  {
    id: 'server-paid-twice',
    sentence: 'A second payment of one bill is kept.',
    file: settle,
    find: `  if (payment.paidSessionId !== null) return refund()`,
    replace: `  if (payment.paidSessionId !== null) return`,
    tests: [
      'tests/server/domain/payments/payments.test.ts',
      'tests/server/domain/payments/payment-sessions.test.ts',
    ],
  },
  {
    id: 'server-stray-kept',
    sentence: 'Money that an order has no use for is kept.',
    file: settle,
    find: `    await setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'refunding' })
    return refund()`,
    replace: `    await setPayment(work, services, payment.paymentId, { ...paidColumns, state: 'refunding' })
    return`,
    tests: ['tests/server/domain/payments/payments.test.ts', 'tests/server/flows/order-life.test.ts'],
  },
  {
    id: 'server-amount-unbooked',
    sentence: 'What was paid is not booked to the order.',
    file: settle,
    find: `  const amountPaid = order.amountPaid + payment.amount`,
    replace: `  const amountPaid = payment.amount`,
    tests: ['tests/server/flows/order-life.test.ts'],
  },
  {
    id: 'server-another-amount',
    sentence: 'An order counts as paid for whatever amount the bank names.',
    file: settle,
    find: `if (outcome === 'paid' && (amount?.amount !== payment.amount || amount.currency !== payment.currency)) {`,
    replace: `if (outcome === 'paid' && amount === null) {`,
    tests: ['tests/server/domain/payments/payments.test.ts'],
  },
  {
    id: 'server-no-review',
    sentence: 'A paid order is never reviewed.',
    file: settle,
    find: `  await beginReview(work, services, paidOrder)
}`,
    replace: `  void paidOrder
}`,
    tests: ['tests/server/domain/payments/payments.test.ts', 'tests/server/flows/order-life.test.ts'],
    worlds: ['--quiet --seed 1 --trips 1'],
  },
  {
    id: 'server-refund-early',
    sentence: 'An order counts as refunded while a part of its money is still on its way.',
    file: settleRefund,
    find: `if (open.length === 0) await moveOrder`,
    replace: `if (open.length >= 0) await moveOrder`,
    tests: ['tests/server/domain/payments/refunds.test.ts'],
  },
  {
    id: 'server-refund-unfinished',
    sentence: 'A refund that is done leaves its order refunding for ever.',
    file: settleRefund,
    find: `    await finishRefund(work, services, order, after, actor)`,
    replace: `    if (order.closing === 'open') await finishRefund(work, services, order, after, actor)`,
    tests: ['tests/server/domain/payments/refunds.test.ts'],
    worlds: ['--quiet --seed 1 --trips 1 --mishaps "called off"'],
  },
  {
    id: 'server-refund-all-again',
    sentence: 'A part of the money that went back already goes back once more.',
    file: refunds,
    find: `    await refundSession(work, services, payment, sessionId, left)
    await work.tx`,
    replace: `    await refundSession(work, services, payment, sessionId, payment.amount)
    await work.tx`,
    tests: ['tests/server/domain/payments/refunds.test.ts', 'tests/server/flows/order-life.test.ts'],
  },
  {
    id: 'server-refund-first-only',
    sentence: 'Of an order with a surcharge only one payment goes back.',
    file: refunds,
    find: `    if (left === 0) continue
    await refundSession`,
    replace: `    if (left === 0 || payment.source === 'supplementary') continue
    await refundSession`,
    tests: ['tests/server/domain/payments/refunds.test.ts', 'tests/server/flows/order-life.test.ts'],
  },
  {
    id: 'server-cancel-no-refund',
    sentence: 'A cancelled order says that its money goes back, and nobody sends it.',
    file: moveOrder,
    find: `if (effects.refundsEverything) await refundEverything(`,
    replace: `if (effects.refundsEverything && order.closing === 'open') await refundEverything(`,
    tests: ['tests/server/domain/payments/refunds.test.ts', 'tests/server/flows/order-life.test.ts'],
    worlds: ['--quiet --seed 1 --trips 1 --mishaps "called off"'],
  },
  {
    id: 'server-no-hint',
    sentence: 'An open page is not told that its order moved.',
    file: moveOrder,
    find: `  work.afterCommit(() => services.realtime.orderChanged(uin, orderId))
`,
    replace: ``,
    tests: ['tests/server/runtime/realtime/realtime.test.ts', 'tests/server/flows/order-life.test.ts'],
  },
  {
    id: 'server-sessions-left',
    sentence: 'The bank’s page of a cancelled order still takes money.',
    file: moveOrder,
    find: `if (effects.cancelsSessions) await cancelSessions(work, services, orderId)`,
    replace: `void cancelSessions`,
    tests: ['tests/server/domain/payments/payment-sessions.test.ts'],
  },
  {
    id: 'server-update-time',
    sentence: 'An order that moved looks as if it had not: pages keep the older one.',
    file: moveOrder,
    find: `const columns = { ...changes, ...result.value, ...effects.columns, updateTime: now }`,
    replace: `const columns = { ...changes, ...result.value, ...effects.columns }`,
    tests: ['tests/server/domain/payments/refunds.test.ts', 'tests/server/flows/orders.test.ts'],
  },
  {
    id: 'server-surcharge-open',
    sentence: 'The bill of a surcharge that is no longer due stays open.',
    file: 'server/domain/payments/open-payment.ts',
    find: `  if (open) await dropOpenSurcharge(work, services, order.orderId)
`,
    replace: `  if (open) return
`,
    tests: ['tests/server/flows/order-life.test.ts'],
    worlds: ['--quiet --seed 1 --trips 1 --mishaps "counted twice"'],
  },
  {
    id: 'server-fewer-bags-kept',
    sentence: 'The price of a bag that stayed at home is kept.',
    file: 'server/flows/change-pieces.ts',
    find: `  if (difference < 0) await refundPart(work, services, orderId, -difference)`,
    replace: `  void refundPart`,
    tests: ['tests/server/flows/order-life.test.ts', 'tests/server/domain/payments/refunds.test.ts'],
  },
  {
    id: 'server-anyone-collects',
    sentence: 'Whoever stands at the desk gets the bags.',
    file: 'server/flows/hand-over.ts',
    find: `return normalizeClaimCode(proof.claimCode) === order.claimCode ?`,
    replace: `return normalizeClaimCode(proof.claimCode).length > 0 ?`,
    tests: ['tests/server/flows/order-life.test.ts', 'tests/server/domain/orders/operations.test.ts'],
    worlds: ['--quiet --seed 1 --trips 1 --mishaps "a thief"'],
  },
  {
    id: 'server-anothers-order',
    sentence: 'A traveller reads the order of another account.',
    file: 'server/domain/orders/find-orders.ts',
    find: `    .select()
    .from(orders)
    .where(and(eq(orders.orderId, sql.placeholder('orderId')), eq(orders.uin, sql.placeholder('uin'))))`,
    replace: `    .select()
    .from(orders)
    .where(and(eq(orders.orderId, sql.placeholder('orderId')), sql\`\${sql.placeholder('uin')} <> ''\`))`,
    tests: ['tests/server/flows/orders.test.ts'],
  },
  {
    id: 'server-anothers-quote',
    sentence: 'A price that was promised to one traveller holds for another.',
    file: 'server/domain/orders/quotes.ts',
    find: `const signed = [uin, facts.qrId,`,
    replace: `const signed = [uin === '' ? uin : 'anybody', facts.qrId,`,
    tests: ['tests/server/domain/payments/billing.test.ts', 'tests/server/flows/orders.test.ts'],
  },
  {
    id: 'server-old-quote',
    sentence: 'A price holds for ever.',
    file: 'server/domain/orders/quotes.ts',
    find: `return isSigned && now().getTime() < validUntil`,
    replace: `return isSigned && now().getTime() > 0`,
    tests: ['tests/server/domain/payments/billing.test.ts', 'tests/server/flows/orders.test.ts'],
  },
  {
    id: 'server-idle-token',
    sentence: 'A token that nobody has used for a month still opens an account.',
    file: 'server/domain/users/token-life.ts',
    find: `return token.createTime > created && token.useTime > used`,
    replace: `return token.createTime > created || token.useTime > used`,
    tests: ['tests/server/domain/users/users.test.ts'],
  },
  {
    id: 'server-token-survives',
    sentence: 'A token lives on after its traveller signed out.',
    file: 'server/domain/users/tokens.ts',
    find: `tx.delete(tokens).where(eq(tokens.tokenHash, tokenHash))`,
    replace: `tx.delete(tokens).where(eq(tokens.tokenHash, \`\${tokenHash} \`))`,
    tests: ['tests/server/domain/users/users.test.ts'],
  },
  {
    id: 'server-endless-guesses',
    sentence: 'A code may be guessed as often as one likes.',
    file: 'server/domain/verification/verification.ts',
    find: `if (tries >= policy.codeTries) return wrongCode(0)`,
    replace: `if (tries < 0) return wrongCode(0)`,
    tests: ['tests/server/domain/verification/verification.test.ts'],
  },
  {
    id: 'server-code-again',
    sentence: 'A code that has been used opens the account again.',
    file: 'server/domain/verification/verification.ts',
    find: `  await tx.update(codes).set({ useTime: now }).where(eq(codes.codeId, code.codeId))
`,
    replace: ``,
    tests: ['tests/server/domain/verification/verification.test.ts'],
  },
  {
    id: 'server-broker-for-ever',
    sentence: 'A broker password never ends.',
    file: 'server/runtime/realtime/password.ts',
    find: `        currentDate: now,`,
    replace: `        currentDate: new Date(0),`,
    tests: ['tests/server/runtime/realtime/realtime.test.ts', 'tests/server/runtime/realtime/broker.test.ts'],
  },
  {
    id: 'server-unpaid-limit',
    sentence: 'One traveller may leave any number of orders unpaid.',
    file: 'server/domain/orders/order-limits.ts',
    find: `if (has.unpaid >= policy.maxUnpaidOrders) throw`,
    replace: `if (has.unpaid > policy.maxOpenOrders) throw`,
    tests: ['tests/server/flows/orders.test.ts'],
  },
  {
    id: 'server-forgotten-orders',
    sentence: 'An order that nobody pays stays open for ever.',
    file: 'server/flows/unpaid-orders.ts',
    find: 'forEach([remind, cancelForgotten],',
    replace: 'forEach([remind, cancelForgotten].slice(0, 1),',
    tests: [
      'tests/server/domain/payments/payments.test.ts',
      'tests/server/flows/order-story.test.ts',
      'tests/server/flows/order-life.test.ts',
      'tests/server/flows/orders.test.ts',
      'tests/server/runtime/jobs/jobs.test.ts',
    ],
    worlds: ['--quiet --seed 1 --trips 1 --habits poor'],
  },
  {
    id: 'server-unread-others',
    sentence: 'The bell counts what was read.',
    file: 'server/api/notifications.plugin.ts',
    find: `        eq(notifications.isRead, false),
        sql`,
    replace: `        sql`,
    tests: ['tests/server/domain/notifications/notifications.test.ts'],
    worlds: ['--quiet --seed 2 --trips 1'],
  },
  {
    id: 'server-mark-others',
    sentence: 'A traveller marks the notifications of another account.',
    file: 'server/api/notifications.plugin.ts',
    find: `          eq(notifications.uin, traveller.uin),
          inArray(notifications.notificationId, ids),`,
    replace: `          inArray(notifications.notificationId, ids),`,
    tests: ['tests/server/domain/notifications/notifications.test.ts'],
    worlds: ['--quiet --seed 1 --trips 3 --habits nosy'],
  },
  {
    id: 'server-wrong-count-of-bags',
    sentence: 'A courier picks up two bags of an order of three.',
    file: 'server/flows/pick-up.ts',
    find: `order.payment === 'paid' && taggedBags.length !== order.pieces`,
    replace: `order.payment === 'paid' && taggedBags.length > order.pieces`,
    tests: ['tests/server/flows/order-life.test.ts', 'tests/server/domain/orders/operations.test.ts'],
  },
  {
    id: 'server-refund-asked-twice',
    sentence: 'A refund that was asked for is asked for again as another one: the bank pays twice.',
    file: 'server/flows/send-refunds.ts',
    find: `const { attempt, tries, amount } = refund`,
    replace: `const { attempt: known, tries, amount } = refund
  const attempt = known * 100 + tries`,
    tests: ['tests/server/domain/payments/refunds.test.ts'],
  },
  {
    id: 'server-claim-paid-as-asked',
    sentence: 'A claim is shown as paid in full while nothing of it is paid.',
    file: 'server/domain/claims/to-claim.ts',
    find: `    paid: money(claim.paid),`,
    replace: `    paid: money(claim.amount),`,
    tests: ['tests/server/domain/claims/claims.test.ts'],
    worlds: ['--quiet --seed 1 --trips 2'],
  },
]
