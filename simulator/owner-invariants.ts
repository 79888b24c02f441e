import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { accountOf, type Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

/** An order that is shown to, stored for or announced to account `uin`. */
type Shown = { orderId: string; uin: string; details: string }

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** Collects `orderId`s in plain objects; skips actors and other class instances. */
function collect(value: unknown, into: Set<string>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || !isPlain(value)) return
  seen.add(value)
  for (const [key, part] of Object.entries(value))
    if (key === 'orderId' && typeof part === 'string') into.add(part)
    else collect(part, into, seen)
}

/** Order ids in a machine or device, and the account known to own all of them. */
type Held = { ids: ReadonlySet<string>; uin: string | null }

function ordersIn(value: object): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<object>([value])
  // The top-level `orderId` comes from the URL and doesn't reveal any order data.
  for (const part of Object.values(value)) collect(part, found, seen)
  return found
}

/** Cached per machine. Contexts are immutable. */
const known = new WeakMap<AnyActorRef, Held & { context: object }>()

function heldBy(actor: AnyActorRef, context: object): Held {
  const last = known.get(actor)
  if (last?.context === context) return last
  const held = { context, ids: ordersIn(context), uin: null }
  known.set(actor, held)
  return held
}

type Stored = Held & { orders: string | undefined; lists: string | undefined }

const stored = new WeakMap<ReadonlyMap<string, string>, Stored>()

function storedOn(items: ReadonlyMap<string, string>): Held {
  const [orders, lists] = [items.get('keptOrders'), items.get('keptLists')]
  const last = stored.get(items)
  if (last && last.orders === orders && last.lists === lists) return last
  const ids = ordersIn([orders, lists].map((text) => JSON.parse(text ?? 'null') as unknown))
  const held = { orders, lists, ids, uin: null }
  stored.set(items, held)
  return held
}

/** Owners never change, so a positive result is cached. */
function areOf(owners: World['servers']['owners'], held: Held, uin: string): boolean {
  if (held.ids.size === 0 || held.uin === uin) return true
  for (const orderId of held.ids) if (owners.of(orderId) !== uin) return false
  held.uin = uin
  return true
}

function holdings(actor: AnyActorRef | undefined, pass: (held: Held) => void): void {
  const snapshot = actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined
  if (!actor || !snapshot) return
  if (typeof snapshot.context === 'object' && snapshot.context !== null) pass(heldBy(actor, snapshot.context))
  const children = snapshot.children as Record<string, AnyActorRef | undefined> | undefined
  for (const id in children) holdings(children[id], pass)
}

/** Visible orders, except those known to belong to the viewing account. */
function doubtful({ travellers, servers: { owners } }: World): Shown[] {
  const found: Shown[] = []
  for (const { name, device } of travellers) {
    const account = accountOf(device.items)
    if (account !== null) {
      const held = storedOn(device.items)
      if (!areOf(owners, held, account))
        for (const orderId of held.ids)
          found.push({ orderId, uin: account, details: `${name} stores order ${orderId}` })
    }
    for (const { app, screen, isOpen, name: tab } of device.tabs) {
      // A receiver link legitimately shows another account's trip.
      const uin = isOpen && screen.link === undefined && app.auth.getSnapshot().context.account?.uin
      if (!uin) continue
      holdings(screen.actor, (held) => {
        if (areOf(owners, held, uin)) return
        for (const orderId of held.ids)
          found.push({ orderId, uin, details: `${name}/${tab} shows order ${orderId} at ${screen.name}` })
      })
    }
  }
  return found
}

/** Violations among orders of unknown ownership. */
async function strange({ servers }: World, shown: Shown[]): Promise<string[]> {
  const owners = servers.owners.has(shown) ? servers.owners : await servers.owners.learn(servers.store, shown)
  return shown.flatMap(({ orderId, uin, details }) => {
    const owner = owners.of(orderId)
    return owner === undefined || owner === uin ? [] : [`${details}, signed in as ${uin}: it is of ${owner}`]
  })
}

export const ownerInvariants: Record<string, Invariant> = {
  nobodySeesAnother: {
    sentence: 'No page shows and no device stores another account’s order.',
    when: 'always',
    check: (world) => {
      const shown = doubtful(world)
      return shown.length === 0 ? [] : strange(world, shown)
    },
  },
  nobodyHearsOfAnother: {
    sentence: 'Live messages about an order go only to its account.',
    when: 'always',
    check: (world) => {
      const hints = world.broker.hints.splice(0)
      if (hints.length === 0) return []
      const astray = hints.flatMap(({ to, heardBy }) =>
        heardBy === undefined || heardBy === null || heardBy === to
          ? []
          : [`a page that is signed in as ${heardBy} receives a message for ${to}`],
      )
      const about = hints.flatMap(({ to, orderId, heardBy }) => {
        const what = heardBy === undefined ? 'is published' : 'is heard'
        return orderId === null ? [] : [{ orderId, uin: to, details: `a hint of order ${orderId} ${what}` }]
      })
      return about.length === 0 ? astray : strange(world, about).then((wrongs) => [...astray, ...wrongs])
    },
  },
}
