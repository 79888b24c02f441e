import type { RefundReason } from '@handsfree/core/contract'

export const returnFee = 30_00

export type Bill = { amount: number; for: 'order' | 'count' | 'change' | 'return'; isLapsedAt: number }
export type Offer = { amount: number; state: 'open' | 'accepted' | 'declined' }

/**
 * An order's price, kept money and refunds, by `docs/promises.md` and the contract alone. Money counts if it is exactly
 * the due bill's. All other money of a bill goes back. Minor units.
 */
export class OrderBooks {
  total: number
  /** The only bill that can be paid. */
  bill: Bill | null
  /** The part that counts towards the price. */
  paid = 0
  taken = 0
  kept = 0
  back: Partial<Record<RefundReason, number>> = {}
  late: number | null = null
  offers: Offer[] = []
  /** The part of accepted offers that isn't a refund. */
  payout = 0
  cover = 0
  isFeePaid = false
  isOver = false

  constructor(total: number) {
    this.total = total
    this.bill = this.#newBill('order', total)
  }

  #newBill = (reason: Bill['for'], amount: number, isLapsedAt = Number.POSITIVE_INFINITY): Bill => ({
    for: reason,
    amount,
    isLapsedAt,
  })

  #refund(reason: RefundReason, amount: number): number {
    const given = Math.min(amount, this.kept)
    this.kept -= given
    if (given > 0) this.back[reason] = (this.back[reason] ?? 0) + given
    return given
  }

  #reprice(total: number, reason: RefundReason) {
    const excess = Math.max(this.paid - total, 0)
    this.#refund(reason, excess)
    this.paid -= excess
    this.total = total
  }

  /** A bill's money has arrived. */
  take(bill: Bill) {
    this.taken += bill.amount
    if (bill !== this.bill) {
      const isFirst = this.isOver && this.paid === 0
      if (isFirst) this.paid = bill.amount
      const reason = isFirst ? 'cancelled' : 'unneeded'
      this.back[reason] = (this.back[reason] ?? 0) + bill.amount
      return
    }
    this.bill = null
    this.paid += bill.amount
    this.kept += bill.amount
    if (bill.for === 'change') this.total = this.paid
    if (bill.for === 'return') {
      this.total += bill.amount
      this.isFeePaid = true
    }
  }

  /** The count changes the price now. A bill of the same amount stays. */
  count(price: number) {
    const due = price - this.paid
    this.#reprice(price, 'counted')
    if (due <= 0) this.bill = null
    else if (this.bill?.for !== 'count' || this.bill.amount !== due) this.bill = this.#newBill('count', due)
  }

  /** A change that costs more changes the price once it's paid. */
  change(price: number, isLapsedAt: number) {
    const due = price - this.paid
    this.bill = due > 0 ? this.#newBill('change', due, isLapsedAt) : null
    if (due <= 0) this.#reprice(price, 'changed')
  }

  withdrawChange() {
    if (this.bill?.for === 'change') this.bill = null
  }

  end(reason: 'cancelled' | 'rejected') {
    this.#refund(reason, this.kept)
    this.isOver = true
    this.bill = null
  }

  arrive(minutesLate: number) {
    const percent = minutesLate > 60 ? 20 : minutesLate > 30 ? 10 : 0
    if (this.late === null && percent > 0)
      this.late = this.#refund('late', Math.round((this.paid * percent) / 100)) || null
  }

  /** The cover without all other offers that weren't declined. */
  offerLimit(): number {
    const others = this.offers.filter(({ state }) => state !== 'declined')
    return Math.max(
      others.reduce((left, { amount }) => left - amount, this.cover),
      0,
    )
  }

  accept(offer: Offer) {
    offer.state = 'accepted'
    // A fee that may still go back isn't there for claims.
    const held = this.kept - (this.isFeePaid ? returnFee : 0)
    this.payout += offer.amount - this.#refund('claim', Math.min(offer.amount, held))
  }

  sendBack() {
    if (!this.isFeePaid && !this.isOver) this.bill ??= this.#newBill('return', returnFee)
  }

  keepInStorage() {
    this.bill = null
    if (!this.isFeePaid) return
    this.isFeePaid = false
    this.#reprice(this.total - returnFee, 'return')
  }
}
