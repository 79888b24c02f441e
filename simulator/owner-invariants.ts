import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { accountOf, type Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

/** An order that is shown to, stored for or announced to account `uin`. */
type ShownOrder = { orderId: string; uin: string; details: string }

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** Collects `orderId`s in plain objects; skips actors and other class instances. */
function collect(value: unknown, orderIds: Set<string>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || !isPlain(value)) return
  seen.add(value)
  for (const [key, part] of Object.entries(value))
    if (key === 'orderId' && typeof part === 'string') orderIds.add(part)
    else collect(part, orderIds, seen)
}

/** Order ids in a machine or device, and the account known to own all of them. */
type HeldOrders = { ids: ReadonlySet<string>; uin: string | null }

function ordersIn(value: object): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<object>([value])
  // The top-level `orderId` comes from the URL and doesn't reveal any order data.
  for (const part of Object.values(value)) collect(part, found, seen)
  return found
}

/** Cached per machine. Contexts are immutable. */
const actorCache = new WeakMap<AnyActorRef, HeldOrders & { context: object }>()

function ordersHeldBy(actor: AnyActorRef, context: object): HeldOrders {
  const last = actorCache.get(actor)
  if (last?.context === context) return last
  const held = { context, ids: ordersIn(context), uin: null }
  actorCache.set(actor, held)
  return held
}

type StoredOrders = HeldOrders & { orders: string | undefined; lists: string | undefined }

const deviceCache = new WeakMap<ReadonlyMap<string, string>, StoredOrders>()

function ordersStoredOn(items: ReadonlyMap<string, string>): HeldOrders {
  const [orders, lists] = [items.get('keptOrders'), items.get('keptLists')]
  const last = deviceCache.get(items)
  if (last && last.orders === orders && last.lists === lists) return last
  const ids = ordersIn([orders, lists].map((text) => JSON.parse(text ?? 'null') as unknown))
  const held = { orders, lists, ids, uin: null }
  deviceCache.set(items, held)
  return held
}

/** Owners never change, so a positive result is cached. */
function areOwnedBy(owners: World['servers']['owners'], held: HeldOrders, uin: string): boolean {
  if (held.ids.size === 0 || held.uin === uin) return true
  for (const orderId of held.ids) if (owners.of(orderId) !== uin) return false
  held.uin = uin
  return true
}

function visitHoldings(actor: AnyActorRef | undefined, visit: (held: HeldOrders) => void): void {
  const snapshot = actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined
  if (!actor || !snapshot) return
  if (typeof snapshot.context === 'object' && snapshot.context !== null)
    visit(ordersHeldBy(actor, snapshot.context))
  const children = snapshot.children as Record<string, AnyActorRef | undefined> | undefined
  for (const id in children) visitHoldings(children[id], visit)
}

/** Orders that a device stores or a page shows, unless all of them are known to belong to the account. */
function findSuspects({ travellers, servers: { owners } }: World): ShownOrder[] {
  const suspects: ShownOrder[] = []
  for (const { name, device } of travellers) {
    const account = accountOf(device.items)
    if (account !== null) {
      const held = ordersStoredOn(device.items)
      if (!areOwnedBy(owners, held, account))
        for (const orderId of held.ids)
          suspects.push({ orderId, uin: account, details: `${name} stores order ${orderId}` })
    }
    for (const { app, screen, isOpen, name: tab } of device.tabs) {
      // A receiver link legitimately shows another account's trip.
      const uin = isOpen && screen.link === undefined && app.auth.getSnapshot().context.account?.uin
      if (!uin) continue
      visitHoldings(screen.actor, (held) => {
        if (areOwnedBy(owners, held, uin)) return
        for (const orderId of held.ids)
          suspects.push({ orderId, uin, details: `${name}/${tab} shows order ${orderId} at ${screen.name}` })
      })
    }
  }
  return suspects
}

/** Violations among orders of unknown ownership. */
async function findForeignOrders({ servers }: World, shown: ShownOrder[]): Promise<string[]> {
  const owners = servers.owners.has(shown) ? servers.owners : await servers.owners.load(servers.store, shown)
  return shown.flatMap(({ orderId, uin, details }) => {
    const owner = owners.of(orderId)
    return owner === undefined || owner === uin
      ? []
      : [`${details}, signed in as ${uin}: it belongs to ${owner}`]
  })
}

export const ownerInvariants: Record<string, Invariant> = {
  nobodySeesAnother: {
    sentence: 'No page shows and no device stores another account’s order.',
    when: 'always',
    check: (world) => {
      const shown = findSuspects(world)
      return shown.length === 0 ? [] : findForeignOrders(world, shown)
    },
  },
  nobodyHearsOfAnother: {
    sentence: 'Live messages about an order go only to its account.',
    when: 'always',
    check: (world) => {
      const hints = world.broker.hints.splice(0)
      if (hints.length === 0) return []
      const misdelivered = hints.flatMap(({ to, receivedBy }) =>
        receivedBy === undefined || receivedBy === null || receivedBy === to
          ? []
          : [`a page that is signed in as ${receivedBy} receives a message for ${to}`],
      )
      const about = hints.flatMap(({ to, orderId, receivedBy }) => {
        const what = receivedBy === undefined ? 'is published' : 'is heard'
        return orderId === null ? [] : [{ orderId, uin: to, details: `a hint of order ${orderId} ${what}` }]
      })
      return about.length === 0
        ? misdelivered
        : findForeignOrders(world, about).then((wrongs) => [...misdelivered, ...wrongs])
    },
  },
}
