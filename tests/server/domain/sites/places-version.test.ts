import { errorCodes } from '@handsfree/core/lib'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites } from '../../../../server/domain/sites/sites.table.ts'
import { draftOf, newTraveller } from '../../trip.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

test('prices the next order by the site’s current price rule', async () => {
  const { photo, order, tryQuote, tryCreate } = await newTraveller(server)
  const { pickup, total } = await order()
  const draft = draftOf([photo])
  const { quoteId } = (await tryQuote(draft)).result
  const { db } = server.services
  const isHere = eq(sites.siteId, pickup.siteId ?? '')
  const [site] = await db.select().from(sites).where(isHere)
  const { priceRule } = site!
  const dearer = { ...priceRule, pricePerPiece: priceRule.pricePerPiece + 1_000 }
  await db.update(sites).set({ priceRule: dearer }).where(isHere)
  expect((await tryCreate(draft, quoteId)).code).toBe(errorCodes.billingRuleNotFound)
  expect((await order()).total.amount).toBe(total.amount + draft.pieces * 1_000)
})
