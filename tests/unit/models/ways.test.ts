import { describe, expect, it } from 'vitest'
import { readTable } from '../../../statecharts/paths/moves.ts'
import { endsAsWritten } from './ends.ts'
import { models } from './index.ts'
import { tableOf } from './moves.ts'

type Ways = ReadonlyMap<string, ReadonlySet<string>>

/** Targets of each state in the reviewed table; a state without moves has none. */
function waysOf(id: string): Ways {
  const text = tableOf(id) ?? ''
  const places = [...text.matchAll(/^## (.+)$/gm)].map(([, place = '']) => place)
  const ways = new Map(
    places.filter((place) => place !== 'begins').map((place) => [place, new Set<string>()]),
  )
  for (const { place, target } of [...readTable(text).values()].flat()) {
    const [to = ''] = target.split(' (')
    // A move within a region counts too.
    if (to !== 'stays') ways.get(place || 'root')?.add(ways.has(to) ? to : place || 'root')
  }
  return ways
}

const leadsTo = (ways: Ways, from: string): Set<string> => {
  const reached = new Set([from])
  for (const place of reached) for (const next of ways.get(place) ?? []) reached.add(next)
  return reached
}

it('ends only in the listed states', () => {
  const ends = models.map(({ name }) => [
    name,
    [...waysOf(name)].filter(([, next]) => next.size === 0).map(([place]) => place),
  ])
  expect(Object.fromEntries(ends.filter(([, places]) => places?.length))).toEqual(endsAsWritten)
})

type Flow = {
  /** Every state leads here: the flow's end or exit. */
  out: string
  /** Every state leads back here. */
  back: string
  /** Final states, which need no way back. */
  over: readonly string[]
}

const flows: Record<string, Flow> = {
  auth: { out: 'signedOut.idle', back: 'signedIn', over: [] },
  signIn: { out: 'done', back: 'phone', over: ['done'] },
  placement: {
    out: 'placed',
    back: 'editing',
    over: ['paying', 'placed', 'placedInOtherTab', 'unknownSite'],
  },
  draftForm: { out: 'closed', back: 'open.pristine', over: [] },
  payment: { out: 'settled', back: 'opening', over: ['paid', 'settled'] },
  profile: { out: 'left', back: 'editing.pristine', over: ['left'] },
  feedback: { out: 'sent', back: 'editing.pristine', over: ['sent'] },
  handover: { out: 'taken', back: 'offered.pristine', over: ['taken', 'gone'] },
  claimForm: { out: 'sent', back: 'editing.pristine', over: ['sent'] },
  orderChange: { out: 'changed', back: 'editing', over: ['asked', 'changed', 'notThere'] },
  orderReturn: { out: 'chosen', back: 'choosing', over: [] },
  accountDeletion: { out: 'deleted', back: 'allowed', over: ['deleted'] },
  saved: { out: 'idle', back: 'editing.pristine', over: [] },
  siteSearch: { out: 'listing.found', back: 'listing.searching', over: [] },
  receiverLink: { out: 'none', back: 'made', over: [] },
  orderDetail: { out: 'none', back: 'deciding', over: [] },
  claims: { out: 'idle', back: 'asking.pristine', over: [] },
  devices: { out: 'idle', back: 'endingOne', over: [] },
  orderLedger: { out: 'shown', back: 'answering', over: ['notThere'] },
  scanner: { out: 'found', back: 'looking', over: ['found'] },
  trip: { out: 'ended', back: 'open.live.waiting', over: ['ended'] },
  notificationList: { out: 'idle', back: 'marking', over: [] },
  employeeSignIn: { out: 'done', back: 'password.typing', over: ['done'] },
  newPassword: { out: 'saved', back: 'typing', over: [] },
  shift: { out: 'idle', back: 'starting', over: [] },
  stop: { out: 'idle', back: 'sending', over: [] },
  accountExport: { out: 'started', back: 'making', over: ['exhausted'] },
}

describe.each(Object.entries(flows))('%s', (id, { out, back, over }) => {
  const ways = waysOf(id)
  const ended = new Set(endsAsWritten[id] ?? [])

  it('leads from every state to the flow’s exit', () => {
    const lost = [...ways.keys()].filter((place) => !ended.has(place) && !leadsTo(ways, place).has(out))
    expect(lost).toEqual([])
    expect(ways.has(out)).toBe(true)
  })

  it('leads back from every state that can still be changed', () => {
    const lost = [...ways.keys()].filter((place) => !over.includes(place) && !leadsTo(ways, place).has(back))
    expect(lost).toEqual([])
    expect(ways.has(back)).toBe(true)
  })
})
