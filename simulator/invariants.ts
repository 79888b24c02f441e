import type { Draft } from '@handsfree/core/booking'
import { errorCodes } from '@handsfree/core/lib'
import en from '../core/i18n/messages/en-US.json' with { type: 'json' }
import zh from '../core/i18n/messages/zh-CN.json' with { type: 'json' }
import { findLasting } from './lasting.ts'
import { second } from './time.ts'
import type { OpenTab, World } from './world.types.ts'

/** `check` returns violations. */
export type Invariant = {
  sentence: string
  /**
   * `always`: after each step, for touched devices. `money`: after each step that wrote to money tables. `often`: from
   * time to time, because it queries the database. `end`: after the storm, when everything had time to settle.
   */
  when: 'always' | 'money' | 'often' | 'end'
  /** For `always`: a violation must last for some time, so it is checked until it ends. */
  lasts?: true
  check(world: World): string[] | Promise<string[]>
}

const codes = new Set<number>(Object.values(errorCodes))
const messagesByLocale: Record<string, unknown>[] = [en, zh]

/** Deviation of a response from the table of codes, or null. */
export function envelopeFault(status: number, body: string): string | null {
  let code: unknown
  try {
    code = (JSON.parse(body) as { code?: unknown }).code
  } catch {
    return `a response without an envelope: ${status} ${body.slice(0, 80)}`
  }
  if (typeof code !== 'number' || !codes.has(code))
    return `an error without a documented code: ${status} ${body.slice(0, 200)}`
  if (code !== 0 && messagesByLocale.some((messages) => !(`error.${code}` in messages)))
    return `code ${code} has no message`
  return null
}

const accountCache = new WeakMap<ReadonlyMap<string, string>, { text: string; uin: string | null }>()

export const accountOf = (items: ReadonlyMap<string, string>): string | null => {
  const text = items.get('auth')
  if (!text) return null
  const last = accountCache.get(items)
  if (last?.text === text) return last.uin
  const uin = (JSON.parse(text) as { account?: { uin: string } | null }).account?.uin ?? null
  accountCache.set(items, { text, uin })
  return uin
}

/** Deleted however the account was left. */
const accountKeys = [
  'person',
  'keptOrders',
  'keptLists',
  'keptSaved',
  'cardPictures',
  'recentRecipientName',
  'recentAnswers',
]

/** Ignores suggested times and site details, which each visit refreshes. */
const toStoredText = ({ suggested, delivery, ...draft }: Draft): string =>
  JSON.stringify({
    ...draft,
    delivery: delivery?.kind === 'site' ? delivery.site.siteId : delivery,
    ...Object.fromEntries(suggested.map((field) => [field, null])),
  })

type Previews = {
  previews: { uin: string; qrId: string; draft: Draft; draftKey: string; orderId: string | null }[]
} | null

const draftsCache = new WeakMap<ReadonlyMap<string, string>, { text: string; previews: Previews }>()

/** Parsed drafts of a device, cached by text. */
export function storedDrafts(items: ReadonlyMap<string, string>): Previews {
  const text = items.get('orderPreview') ?? 'null'
  const last = draftsCache.get(items)
  if (last?.text === text) return last.previews
  const previews = JSON.parse(text) as Previews
  draftsCache.set(items, { text, previews })
  return previews
}

type Placement = ReturnType<OpenTab['app']['placements']['get']>
type Form = NonNullable<ReturnType<NonNullable<Placement>['getSnapshot']>['context']['form']>
type FormSnapshot = ReturnType<Form['getSnapshot']>

type StoredPreviews = { previews: Previews; uin: string; qrId: string }

function difference(
  snapshot: FormSnapshot,
  draftKey: string,
  { previews, uin, qrId }: StoredPreviews,
): string | null {
  const storedPreview = previews?.previews.find((preview) => preview.uin === uin && preview.qrId === qrId)
  // Scanning a code again starts another order. The unpaid one stays stored until the form changes.
  if (storedPreview?.draftKey !== draftKey) return null
  const { draft } = snapshot.context
  // Past times are suggested again, but the stored ones stay until the form changes.
  const gone = snapshot.matches({ open: 'pristine' }) ? draft.suggested : []
  const kept = { ...storedPreview.draft, ...Object.fromEntries(gone.map((field) => [field, null])) }
  const [shown, held] = [draft, kept].map(toStoredText)
  return shown === held ? null : `sees ${shown} and holds ${held}`
}

type Comparison = Pick<StoredPreviews, 'previews' | 'uin'> & { snapshot: FormSnapshot; found: string | null }

/** Last comparison per tab, to skip unchanged ones. */
const comparisons = new WeakMap<OpenTab, Comparison>()

function shownButNotStored(
  { name, qrId, device: { items } }: World['travellers'][number],
  tab: OpenTab,
): string[] {
  const placement = tab.app.placements.get(qrId)?.getSnapshot()
  if (placement?.status !== 'active' || !placement.matches('editing') || !placement.context.form) return []
  const { draftKey, form } = placement.context
  const snapshot = form.getSnapshot()
  const uin = tab.app.auth.getSnapshot().context.account?.uin ?? ''
  const previews = storedDrafts(items)
  let comparison = comparisons.get(tab)
  if (comparison?.snapshot !== snapshot || comparison.previews !== previews || comparison.uin !== uin) {
    comparison = { snapshot, previews, uin, found: difference(snapshot, draftKey, { previews, uin, qrId }) }
    comparisons.set(tab, comparison)
  }
  return comparison.found === null ? [] : [`${name} ${comparison.found}`]
}

type CheckedItems = { users: number; items: ReadonlyMap<string, string> }

/** Last clean contents of a device, and the number of accounts then. */
const checkedItems = new WeakMap<ReadonlyMap<string, string>, CheckedItems>()

const areSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean => {
  if (one.size !== other.size) return false
  for (const [key, text] of one) if (other.get(key) !== text) return false
  return true
}

/** By name, as printed by a failing run. */
export const invariants: Record<string, Invariant> = {
  signedOutHoldsNothing: {
    sentence: 'A signed-out device stores no data of its account.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, device: { items } }) => {
        if (accountOf(items) !== null) return []
        return accountKeys
          .filter((key) => items.has(key))
          .map((key) => `${name} is signed out and still holds ${key}`)
      }),
  },
  storedIsShown: {
    sentence: 'A form shows its stored draft.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap((traveller) => {
        const [tab] = traveller.device.tabs
        return traveller.device.tabs.size === 1 && tab?.isOpen ? shownButNotStored(traveller, tab) : []
      }),
  },
  otherTabsAreHeard: {
    sentence: 'All tabs with a draft open show a tab’s stored changes within a second.',
    when: 'always',
    lasts: true,
    check: (world) => {
      const violations = world.travellers.flatMap((traveller) => {
        const { name, device } = traveller
        const open = device.tabs.size > 1 ? [...device.tabs].filter((tab) => tab.isOpen && !tab.isAsleep) : []
        return open.flatMap((tab) =>
          shownButNotStored(traveller, tab).map((details) => ({
            key: `${name} ${tab.name}`,
            details: `${tab.name}: ${details}`,
            who: name,
          })),
        )
      })
      return findLasting(world, 'otherTabsAreHeard', violations, second)
    },
  },
  ownOnly: {
    sentence: 'A device stores no data of another account except drafts that were left there.',
    when: 'often',
    check: async ({ travellers, servers }) => {
      const users = await servers.queryCache.query<{ uin: string; phone_number: string; isGone: boolean }>(
        'select uin, phone_number, delete_time is not null as "isGone" from users',
      )
      return travellers.flatMap(({ name, phoneNumbers, device: { items } }) => {
        const last = checkedItems.get(items)
        if (last?.users === users.length && areSame(last.items, items)) return []
        checkedItems.set(items, { users: users.length, items: new Map(items) })
        const account = accountOf(items)
        const storedText = [...items]
          .flatMap(([key, text]) => (/^orderPreview$|Draft$/.test(key) ? [] : [text]))
          .join('\n')
        const drafts = items.get('orderPreview') ?? ''
        return users.flatMap(({ uin, phone_number, isGone }) => {
          const isHeld = account !== null && uin !== account && storedText.includes(uin)
          // The phone number of a deleted account is removed; its device is notified by the response.
          const isStrange = !isGone && !phoneNumbers.includes(phone_number) && drafts.includes(uin)
          return isHeld || isStrange ? [`${name} stores data of ${uin}`] : []
        })
      })
    },
  },
  draftsAreOwn: {
    sentence: 'No account sees another account’s draft.',
    when: 'always',
    check: ({ travellers }) =>
      travellers.flatMap(({ name, phoneNumber, phoneNumbers, device: { tabs } }) =>
        phoneNumbers.length === 1
          ? []
          : [...tabs].flatMap((tab) => {
              const signedIn = tab.isOpen && tab.app.auth.getSnapshot().context.profile?.phone
              if (!signedIn || signedIn !== phoneNumber) return []
              return [...tab.app.placements.values()].flatMap((placement) => {
                const { form, hasAccount } = placement.getSnapshot().context
                const number = form?.getSnapshot().context.draft.receiver.phoneNumber ?? ''
                return hasAccount && phoneNumbers.includes(number) && number !== signedIn
                  ? [`${name}, signed in as ${signedIn}, sees the draft of ${number}`]
                  : []
              })
            }),
      ),
  },
  pickedUpIsPaid: {
    sentence: 'No bags are picked up while money for them is due.',
    when: 'often',
    check: async ({ servers }) => {
      const rows = await servers.queryCache.query<{ order_number: string }>(
        `select o.order_number from orders o join payments p using (order_id)
        where o.pickup = 'pickuped' and o.closing = 'open' and p.paid_session_id is null and p.dropped_time is null and p.state = 'unpaid'`,
      )
      return rows.map(({ order_number }) => `${order_number} is picked up but unpaid`)
    },
  },
  ordersEnd: {
    sentence: 'Every order ends.',
    when: 'end',
    check: async ({ servers }) => {
      const rows = await servers.store.query<Record<string, string>>(
        `select order_number, review, payment, assignment, transfer, pickup, transport, warehouse, exception, lock
        from orders where closing = 'open' and not (warehouse = 'handed')`,
      )
      return rows.map((row) => `${row.order_number} hasn’t ended: ${JSON.stringify(row)}`)
    },
  },
}
