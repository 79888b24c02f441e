import type { Store } from './store.ts'

/** Owner of each order, which never changes. */
export class Owners {
  readonly #uins = new Map<string, string>()

  of(orderId: string): string | undefined {
    return this.#uins.get(orderId)
  }

  has(orders: readonly { orderId: string }[]): boolean {
    return orders.every(({ orderId }) => this.#uins.has(orderId))
  }

  async load(store: Pick<Store, 'query'>, those: readonly { orderId: string }[]): Promise<this> {
    const ids = new Set(those.map(({ orderId }) => orderId).filter((orderId) => !this.#uins.has(orderId)))
    const rows = await store.query<{ order_id: string; uin: string }>(
      'select order_id, uin from orders where order_id = any($1)',
      [[...ids]],
    )
    for (const { order_id, uin } of rows) this.#uins.set(order_id, uin)
    return this
  }
}
