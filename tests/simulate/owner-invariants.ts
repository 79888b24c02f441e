import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { accountOf, type Invariant } from './invariants.ts'
import type { World } from './world.types.ts'

/** An order that somebody who is signed in as `uin` sees, stores or hears of. */
type Shown = { orderId: string; uin: string; details: string }

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** Every `orderId` in plain values; actors and whatever else is no data are passed over. */
function collect(value: unknown, into: Set<string>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || !isPlain(value)) return
  seen.add(value)
  for (const [key, part] of Object.entries(value))
    if (key === 'orderId' && typeof part === 'string') into.add(part)
    else collect(part, into, seen)
}

/** By context or parsed text, which do not change. */
const known = new WeakMap<object, ReadonlySet<string>>()

function ordersIn(value: object): ReadonlySet<string> {
  const last = known.get(value)
  if (last) return last
  const found = new Set<string>()
  const seen = new Set<object>([value])
  // Its own is the page's address, which shows nothing of an order.
  for (const part of Object.values(value)) collect(part, found, seen)
  known.set(value, found)
  return found
}

/** The orders that a machine and its children hold. */
function* ordersOf(actor: AnyActorRef | undefined): Generator<string> {
  const snapshot = actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined
  if (typeof snapshot?.context === 'object' && snapshot.context !== null) yield* ordersIn(snapshot.context)
  for (const child of Object.values(snapshot?.children ?? {})) yield* ordersOf(child as AnyActorRef)
}

const stored = new WeakMap<ReadonlyMap<string, string>, { text: string; parsed: object }>()

/** The orders that a device stores of the account that it is signed in as. */
function ordersOn(items: ReadonlyMap<string, string>): ReadonlySet<string> {
  const text = `[${items.get('keptOrders') ?? null},${items.get('keptLists') ?? null}]`
  const last = stored.get(items)
  const now = last?.text === text ? last : { text, parsed: JSON.parse(text) as object }
  stored.set(items, now)
  return ordersIn(now.parsed)
}

function* shownBy({ travellers }: World): Generator<Shown> {
  for (const { name, device } of travellers) {
    const account = accountOf(device.items)
    if (account !== null)
      for (const orderId of ordersOn(device.items))
        yield { orderId, uin: account, details: `${name} stores order ${orderId}` }
    for (const { app, screen, isOpen, name: tab } of device.tabs) {
      // Whoever has a recipient's link reads the trip of another account by it.
      const uin = isOpen && screen.link === undefined && app.auth.getSnapshot().context.account?.uin
      if (!uin) continue
      for (const orderId of ordersOf(screen.actor))
        yield { orderId, uin, details: `${name}/${tab} shows order ${orderId} at ${screen.name}` }
    }
  }
}

/** What is wrong with those that are not of the account. */
async function strange({ servers }: World, shown: Shown[]): Promise<string[]> {
  const owners = servers.owners.has(shown) ? servers.owners : await servers.owners.learn(servers.store, shown)
  return shown.flatMap(({ orderId, uin, details }) => {
    const owner = owners.of(orderId)
    return owner === undefined || owner === uin ? [] : [`${details}, signed in as ${uin}: it is of ${owner}`]
  })
}

/** What no account may see or hear of another. */
export const ownerInvariants: Record<string, Invariant> = {
  nobodySeesAnother: {
    sentence: 'No account ever sees an order of another, on any page and in what a device stores.',
    when: 'always',
    check: (world) => {
      const shown = [...shownBy(world)]
      return shown.length === 0 ? [] : strange(world, shown)
    },
  },
  nobodyHearsOfAnother: {
    sentence: 'No account ever hears of an order of another: each hint goes to the account that it is about.',
    when: 'always',
    check: (world) => {
      const hints = world.broker.hints.splice(0)
      if (hints.length === 0) return []
      const astray = hints.flatMap(({ to, heardBy }) =>
        heardBy === undefined || heardBy === null || heardBy === to
          ? []
          : [`a page that is signed in as ${heardBy} hears a hint for ${to}`],
      )
      const about = hints.flatMap(({ to, orderId, heardBy }) => {
        const what = heardBy === undefined ? 'is published' : 'is heard'
        return orderId === null ? [] : [{ orderId, uin: to, details: `a hint of order ${orderId} ${what}` }]
      })
      return about.length === 0 ? astray : strange(world, about).then((wrongs) => [...astray, ...wrongs])
    },
  },
}
