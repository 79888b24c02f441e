import type { Money } from '../contract/common.ts'
import type { PriceLine } from '../contract/order.ts'
import type { InsurancePlan, PriceRule } from '../contract/site.ts'

/** Price factors besides the rule. Fees are the route's, per bag, in minor units. */
export type PriceInput = {
  pieces: number
  declaredValue: number
  distanceFee: number
  storageFee: number
  /** Minutes that the bags wait between arrival and delivery; defaults to 0. */
  waitMinutes?: number
}

export type Price = { lines: PriceLine[]; total: Money }

const line = (kind: PriceLine['kind'], pieces: number, unit: number, amount: number): PriceLine => ({
  kind,
  pieces,
  unit,
  amount,
  cover: null,
  nth: null,
  percentOff: null,
})

/** The cheapest tier that covers the declared value per piece, else the largest. */
export const insuranceTierFor = (plan: InsurancePlan, declaredValue: number) =>
  plan.tiers.find((tier) => tier.coverPerPiece.amount >= declaredValue) ?? plan.tiers.at(-1)

/** Cover per piece, at most the declared value if there is one. Minor units. */
export const coverOfPiece = (
  { coverPerPiece }: InsurancePlan['tiers'][number],
  declaredValue: number,
): number => Math.min(coverPerPiece.amount, declaredValue || Infinity)

/** Highest declared value per piece that the plan covers, in minor units. */
export const maxDeclaredValue = (plan: InsurancePlan): number => plan.tiers.at(-1)?.coverPerPiece.amount ?? 0

/**
 * Prices an order, for the server and the page. Discounts never overlap: the first pieces are free, the next ones
 * sponsored, and the Nth piece is discounted only if it is neither. Route fees apply to every piece.
 */
export function priceOrder(rule: PriceRule, plan: InsurancePlan, input: PriceInput): Price {
  const { pieces } = input
  const lines = rule.packagePrice ? packageLines(rule, rule.packagePrice, pieces) : pieceLines(rule, pieces)
  for (const [kind, fee] of [
    ['distance', input.distanceFee],
    ['storage', input.storageFee],
  ] as const) {
    if (fee > 0) lines.push(line(kind, pieces, fee, fee * pieces))
  }
  const days = storageDays(rule, input.waitMinutes ?? 0)
  if (rule.storagePerDay && days > 0) {
    const { amount } = rule.storagePerDay
    lines.push({ ...line('storageTime', pieces, amount, amount * pieces * days), nth: days })
  }
  const tier = insuranceTierFor(plan, input.declaredValue)
  if (tier) {
    const premium = tier.premiumPerPiece.amount
    lines.push({
      ...line('insurance', pieces, premium, premium * pieces),
      cover: coverOfPiece(tier, input.declaredValue),
    })
  }
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { lines, total: { amount: total, currency: rule.currency } }
}

function packageLines(
  { pricePerPiece }: PriceRule,
  { pieces: included, amount }: NonNullable<PriceRule['packagePrice']>,
  pieces: number,
): PriceLine[] {
  const more = Math.max(pieces - included, 0)
  return [
    line('packagePrice', Math.min(included, pieces), amount, amount),
    ...(more > 0 ? [line('pieces', more, pricePerPiece, pricePerPiece * more)] : []),
  ]
}

/** Started days of storage that are charged. */
export function storageDays({ storagePerDay }: PriceRule, waitMinutes: number): number {
  if (!storagePerDay) return 0
  return Math.max(Math.ceil((waitMinutes - storagePerDay.freeHours * 60) / (24 * 60)), 0)
}

function pieceLines(rule: PriceRule, pieces: number): PriceLine[] {
  const unit = rule.pricePerPiece
  const lines = [line('pieces', pieces, unit, unit * pieces)]
  const freePieces = Math.min(rule.freePieces, pieces)
  if (freePieces > 0) lines.push(line('freePieces', freePieces, unit, -unit * freePieces))
  const sponsoredPieces = Math.min(rule.sponsoredPieces, pieces - freePieces)
  if (sponsoredPieces > 0) lines.push(line('sponsored', sponsoredPieces, unit, -unit * sponsoredPieces))
  const discount = rule.nthPieceDiscount
  if (discount && pieces >= discount.nth && discount.nth > freePieces + sponsoredPieces) {
    lines.push({
      ...line('nthPieceDiscount', 1, unit, -Math.round((unit * discount.percentOff) / 100)),
      nth: discount.nth,
      percentOff: discount.percentOff,
    })
  }
  return lines
}

/** The largest piece count, from 1 to `facts.pieces`, whose price an amount (minor units) covers. */
export function coveredPieces(
  rule: PriceRule,
  plan: InsurancePlan,
  input: PriceInput,
  amount: number,
): number {
  let pieces = input.pieces
  while (pieces > 1 && priceOrder(rule, plan, { ...input, pieces }).total.amount > amount) pieces -= 1
  return pieces
}
