import { acceptOffer, createClaim, operatorOfferClaim, operatorStartClaim } from '@handsfree/core/contract'
import { newKey, type TestServer } from './harness.ts'
import { operatorToken, type TestTraveller } from './trip.ts'

/** A traveller claims this amount for a picked-up order, is offered it, and accepts. */
export async function settleClaim(
  server: TestServer,
  { token }: Pick<TestTraveller, 'token'>,
  orderId: string,
  amount: number,
): Promise<void> {
  const made = await server.call(createClaim, {
    params: { orderId },
    body: { kind: 'damaged', words: 'A wheel is broken', photos: [], amount },
    token,
    idempotencyKey: newKey(),
  })
  const params = { claimId: made.result.claimId }
  const offer = { amount, words: 'We are sorry' }
  const steps = [
    made,
    await server.call(operatorStartClaim, { params, body: {}, token: operatorToken }),
    await server.call(operatorOfferClaim, { params, body: offer, token: operatorToken }),
    await server.call(acceptOffer, { params, body: { offer: 1 }, token }),
  ]
  const refused = steps.find(({ code }) => code !== 0)
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`)
}
