import { cancelOrder, changeOrder, getOrder, type Order, previewChange } from '@handsfree/core/contract'
import { must, newKey, type Traveller } from '../../../e2e/backend.ts'
import { expect } from '../../../e2e/own-address.ts'

/** Leaves one bag out of a paid order, which refunds a part, then cancels it, which refunds the rest. */
export async function expectRefunds({ api }: Traveller, { orderId }: Order, method: string): Promise<void> {
  const params = { orderId }
  const read = async () => must(await api.call(getOrder, { params }))
  const { payments } = await read()
  expect(payments).toMatchObject([{ method }])
  const paid = payments[0]!.amount.amount
  const facts = { pieces: 1 }
  const { difference } = must(await api.call(previewChange, { params, body: facts }))
  const body = { facts, difference: difference.amount }
  must(await api.call(changeOrder, { params, body, idempotencyKey: newKey() }))
  const doneRefunds = ({ refunds }: Order) =>
    refunds.filter(({ doneTime }) => doneTime).map(({ amount }) => amount.amount)
  const refunds = () => expect.poll(async () => doneRefunds(await read()), { timeout: 30_000 })
  await refunds().toEqual([-difference.amount])
  must(await api.call(cancelOrder, { params, idempotencyKey: newKey() }))
  await refunds().toEqual([-difference.amount, paid + difference.amount])
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('refund_completed')
}
