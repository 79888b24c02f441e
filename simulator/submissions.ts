import { pathOf } from '@handsfree/core/api'
import { createOrder } from '@handsfree/core/contract'

const createOrderPath = `/api${pathOf(createOrder)}`
const takeOverPath = /^\/api\/prepared-orders\/[^/]+\/take-over$/

type SentRequest = { method: string; path: string; headers: Record<string, string> }

/** Idempotency keys of posted orders, and the orders created from them. */
export class Submissions {
  readonly #keys = new Set<string>()
  readonly #taken = new Map<string, Set<string>>()

  recordRequest({ method, path: asked, headers }: SentRequest): boolean {
    const key = headers['idempotency-key']
    if (method !== 'POST' || !(asked === createOrderPath || takeOverPath.test(asked)) || key === undefined)
      return false
    this.#keys.add(key)
    return true
  }

  get keys(): string[] {
    return [...this.#keys]
  }

  recordOrder(key: string, orderId: string): void {
    const keys = this.#taken.get(orderId) ?? new Set()
    this.#taken.set(orderId, keys.add(key))
  }

  of(orderId: string): readonly string[] {
    return [...(this.#taken.get(orderId) ?? [])]
  }

  get orders(): string[] {
    return [...this.#taken.keys()]
  }
}
