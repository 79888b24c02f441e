import type { InsurancePlan, PriceRule } from '@handsfree/core/contract'
import {
  coveredPieces,
  freeCancellationUntil,
  insuranceTierFor,
  maxDeclaredValue,
  policy,
  priceOrder,
  refundBy,
} from '@handsfree/core/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const money = (amount: number) => ({ amount, currency: 'CNY' as const })
const tier = (cover: number, premium: number) => ({
  coverPerPiece: money(cover),
  premiumPerPiece: money(premium),
})
const plan: InsurancePlan = {
  planId: 'plan-1',
  name: 'Basic',
  tiers: [tier(1_000_00, 0), tier(5_000_00, 10_00), tier(20_000_00, 35_00)],
}
const noPlan: InsurancePlan = { ...plan, tiers: [] }
const rule = (changed: Partial<PriceRule> = {}): PriceRule => ({
  currency: 'CNY',
  pricePerPiece: 98_00,
  freePieces: 0,
  nthPieceDiscount: null,
  sponsoredPieces: 0,
  ...changed,
})
const noFees = { distanceFee: 0, storageFee: 0 }
const uninsured = (pieces: number) => ({ pieces, declaredValue: 0, ...noFees })
const nth = { nth: 3, percentOff: 50 }

/** Price lines as `kind pieces × unit = amount`, and the total. */
const priced = (priceRule: PriceRule, pieces: number, declaredValue = 0, insurance = noPlan) => {
  const { lines, total } = priceOrder(priceRule, insurance, { pieces, declaredValue, ...noFees })
  return [
    ...lines.map(({ kind, pieces, unit, amount }) => `${kind} ${pieces} × ${unit} = ${amount}`),
    total.amount,
  ]
}

describe('the price', () => {
  it('multiplies the price per piece by the number of pieces', () => {
    expect(priced(rule(), 3)).toEqual(['pieces 3 × 9800 = 29400', 294_00])
    const { total } = priceOrder(rule({ currency: 'HKD' }), noPlan, uninsured(1))
    expect(total).toEqual({ amount: 98_00, currency: 'HKD' })
  })

  it('prices a package for some pieces, plus each further piece', () => {
    const family = rule({ packagePrice: { pieces: 3, amount: 199_00 } })
    expect([priced(family, 1), priced(family, 3), priced(family, 5)]).toEqual([
      ['packagePrice 1 × 19900 = 19900', 199_00],
      ['packagePrice 3 × 19900 = 19900', 199_00],
      ['packagePrice 3 × 19900 = 19900', 'pieces 2 × 9800 = 19600', 395_00],
    ])
  })

  it('prices storage per started day after the free hours', () => {
    const stored = rule({ storagePerDay: { freeHours: 24, amount: 10_00 } })
    const at = (minutes: number) => {
      const facts = { ...uninsured(2), waitMinutes: minutes }
      const { lines, total } = priceOrder(stored, noPlan, facts)
      return [lines.slice(1).map(({ kind, pieces, unit, nth }) => [kind, pieces, unit, nth]), total.amount]
    }
    expect([at(0), at(24 * 60), at(24 * 60 + 1), at(48 * 60), at(48 * 60 + 1)]).toEqual([
      [[], 196_00],
      [[], 196_00],
      [[['storageTime', 2, 10_00, 1]], 216_00],
      [[['storageTime', 2, 10_00, 1]], 216_00],
      [[['storageTime', 2, 10_00, 2]], 236_00],
    ])
  })

  it('prices the first pieces at 0', () => {
    expect(priced(rule({ freePieces: 1 }), 3)).toEqual([
      'pieces 3 × 9800 = 29400',
      'freePieces 1 × 9800 = -9800',
      196_00,
    ])
    expect(priced(rule({ freePieces: 5 }), 2)).toEqual([
      'pieces 2 × 9800 = 19600',
      'freePieces 2 × 9800 = -19600',
      0,
    ])
  })

  it('subtracts the pieces that the hotel pays after the free ones', () => {
    expect(priced(rule({ sponsoredPieces: 2 }), 3)).toEqual([
      'pieces 3 × 9800 = 29400',
      'sponsored 2 × 9800 = -19600',
      98_00,
    ])
    expect(priced(rule({ freePieces: 1, sponsoredPieces: 2 }), 2)).toEqual([
      'pieces 2 × 9800 = 19600',
      'freePieces 1 × 9800 = -9800',
      'sponsored 1 × 9800 = -9800',
      0,
    ])
  })

  it('discounts the Nth piece if there is one', () => {
    expect(priced(rule({ nthPieceDiscount: nth }), 2)).toEqual(['pieces 2 × 9800 = 19600', 196_00])
    expect(priced(rule({ nthPieceDiscount: nth }), 3)).toEqual([
      'pieces 3 × 9800 = 29400',
      'nthPieceDiscount 1 × 9800 = -4900',
      245_00,
    ])
    expect(priced(rule({ nthPieceDiscount: nth }), 6)).toEqual([
      'pieces 6 × 9800 = 58800',
      'nthPieceDiscount 1 × 9800 = -4900',
      539_00,
    ])
    const { lines } = priceOrder(rule({ nthPieceDiscount: nth }), noPlan, uninsured(3))
    expect(lines[1]).toMatchObject({ nth: 3, percentOff: 50 })
  })

  it('never gives two discounts on one piece', () => {
    expect(priced(rule({ freePieces: 3, nthPieceDiscount: nth }), 4)).toEqual([
      'pieces 4 × 9800 = 39200',
      'freePieces 3 × 9800 = -29400',
      98_00,
    ])
    expect(priced(rule({ freePieces: 1, sponsoredPieces: 2, nthPieceDiscount: nth }), 4)).toEqual([
      'pieces 4 × 9800 = 39200',
      'freePieces 1 × 9800 = -9800',
      'sponsored 2 × 9800 = -19600',
      98_00,
    ])
    expect(priced(rule({ freePieces: 1, sponsoredPieces: 1, nthPieceDiscount: nth }), 4)).toEqual([
      'pieces 4 × 9800 = 39200',
      'freePieces 1 × 9800 = -9800',
      'sponsored 1 × 9800 = -9800',
      'nthPieceDiscount 1 × 9800 = -4900',
      147_00,
    ])
  })

  it('rounds a discount to whole minor units', () => {
    const odd = rule({ pricePerPiece: 33_33, nthPieceDiscount: { nth: 1, percentOff: 15 } })
    // 15 % of 3333 is 499.95.
    expect(priced(odd, 1)).toEqual(['pieces 1 × 3333 = 3333', 'nthPieceDiscount 1 × 3333 = -500', 28_33])
  })

  it.each([
    [0, 1_000_00, 0, 196_00],
    [200_00, 200_00, 0, 196_00],
    [1_000_00, 1_000_00, 0, 196_00],
    [1_000_01, 1_000_01, 20_00, 216_00],
    [20_000_00, 20_000_00, 70_00, 266_00],
    [99_999_00, 20_000_00, 70_00, 266_00],
  ])(
    'insures a declared value of %s with the cheapest tier that covers it',
    (declared, cover, premium, total) => {
      const price = priceOrder(rule(), plan, { pieces: 2, declaredValue: declared, ...noFees })
      const line = { kind: 'insurance', pieces: 2, unit: premium / 2, amount: premium, cover }
      expect(price.lines.at(-1)).toEqual({ ...line, nth: null, percentOff: null })
      expect(price.total.amount).toBe(total)
    },
  )

  it('returns the highest value that a plan covers', () => {
    expect([maxDeclaredValue(plan), maxDeclaredValue(noPlan)]).toEqual([20_000_00, 0])
    expect(insuranceTierFor(noPlan, 0)).toBeUndefined()
  })

  it.each([
    ['the price of two', rule({ nthPieceDiscount: nth }), 3, 196_00, 2],
    ['0 with two that the hotel pays', rule({ sponsoredPieces: 2 }), 3, 0, 2],
    ['the price of all', rule(), 3, 294_00, 3],
    ['0', rule(), 3, 0, 1],
  ])('counts how many pieces an amount covers: %s', (_, priceRule, pieces, amount, covered) => {
    expect(coveredPieces(priceRule, noPlan, uninsured(pieces), amount)).toBe(covered)
  })

  it('returns a price ≥ 0 that equals the sum of its lines and never falls with more pieces', () => {
    const rules = fc.record({
      currency: fc.constant('CNY' as const),
      pricePerPiece: fc.nat({ max: 1_000_00 }),
      freePieces: fc.nat({ max: 25 }),
      sponsoredPieces: fc.nat({ max: 25 }),
      nthPieceDiscount: fc.option(
        fc.record({ nth: fc.integer({ min: 1, max: 25 }), percentOff: fc.nat({ max: 100 }) }),
      ),
    })
    const declared = fc.nat({ max: 100_000_00 })
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 20 }), declared, (priceRule, pieces, declaredValue) => {
        const { lines, total } = priceOrder(priceRule, plan, { pieces, declaredValue, ...noFees })
        expect(total.amount).toBeGreaterThanOrEqual(0)
        expect(Number.isSafeInteger(total.amount)).toBe(true)
        expect(total.amount).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
        const more = priceOrder(priceRule, plan, { pieces: pieces + 1, declaredValue, ...noFees })
        expect(more.total.amount).toBeGreaterThanOrEqual(total.amount)
      }),
    )
  })
})

describe('the promises', () => {
  it('promises free cancellation until 4 hours before pickup, and refunds within 72 hours', () => {
    const pickup = Date.parse('2026-11-24T10:00:00+08:00')
    expect(freeCancellationUntil(pickup)).toBe(Date.parse('2026-11-24T06:00:00+08:00'))
    expect(refundBy(pickup)).toBe(Date.parse('2026-11-27T10:00:00+08:00'))
  })

  it('promises the numbers of the specification', () => {
    expect(policy).toEqual({
      askMinutes: 10,
      askLeadMinutes: 120,
      carPieces: 20,
      claimDays: 7,
      claimPayHours: 72,
      passwordCharacters: 8,
      exportsPerDay: 3,
      keepAccountingYears: 10,
      keepSavedYears: 2,
      maxClaimCharacters: 1_000,
      maxClaimPhotos: 6,
      maxClaims: 10,
      proofMinutes: 10,
      maxPasskeys: 10,
      quietFromHour: 22,
      quietUntilHour: 8,
      pushReceiptMinutes: 2,
      urgentPushHours: 4,
      pushHours: 12,
      latePushHours: 72,
      keepPushDays: 7,
      passkeyChallengeSeconds: 300,
      passkeyStartsPerHour: 600,
      passkeyFailuresPerHour: 30,
      maxSaved: 20,
      freeCancellationHours: 4,
      lateCancellationMinutes: 10,
      changePayMinutes: 15,
      destinationAnswerMinutes: 30,
      maxOrderChanges: 20,
      linkHours: 24,
      linkWrongTriesPerHour: 60,
      tripWaitSeconds: 8,
      maxPreparedOrders: 50,
      maxPreparedTexts: 3,
      preparedOrderHours: 24,
      temporaryOrderHours: 2,
      missedPickupMinutes: 40,
      returnAfterHours: 72,
      returnKeepHours: 168,
      returnDoorMinutes: 60,
      returnFee: 0,
      lateMinutes: 30,
      latePercent: 10,
      veryLateMinutes: 60,
      veryLatePercent: 20,
      bookedWindowMinutes: 60,
      pickedUpWindowMinutes: 30,
      onTheWayWindowMinutes: 20,
      refundHours: 72,
      freeWaitMinutes: 30,
      maxLuggageInches: 32,
      claimStartHours: 24,
      complaintResponseHours: 48,
      hotlineHours: '24/7',
      minPieces: 1,
      maxPieces: 20,
      maxUnpaidOrders: 20,
      maxOpenOrders: 30,
      maxSiteOrders: 10,
      cancelledOrdersPerDay: 10,
      handedTimeoutHours: 24,
      minPhotos: 1,
      maxPhotos: 9,
      photosPerDay: 200,
      maxFeedbackPhotos: 4,
      maxFeedbackCharacters: 1000,
      feedbackPerDay: 20,
      maxImageMb: 10,
      maxImageMegapixels: 40,
      pickupDaysAhead: 14,
      slotMinutes: 30,
      pickupLeadMinutes: 60,
      deliveryGapMinutes: 180,
      addressOpens: '07:00',
      addressCloses: '22:00',
      addressKm: 50,
      quoteMinutes: 15,
      codeDigits: 6,
      codeValidSeconds: 300,
      codeTries: 3,
      codeResendSeconds: 60,
      paymentReopenSeconds: 10,
      unreadBadgeCap: 99,
      withdrawalDays: 14,
      invoiceDays: 180,
      maxInvoiceMb: 2,
      maxInvoiceChanges: 20,
      termsVersion: '2026-11-30.3',
      privacyVersion: '2026-11-30.3',
    })
  })
})
