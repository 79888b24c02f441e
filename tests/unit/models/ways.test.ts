import { describe, expect, it } from 'vitest'
import { readTable } from '../../../statecharts/paths/moves.ts'
import { expectedEnds } from './ends.ts'
import { models } from './index.ts'
import { tableOf } from './moves.ts'

type Targets = ReadonlyMap<string, ReadonlySet<string>>

/** Sections of a table that aren't states. */
const otherSections = ['begins', 'writes', 'shows']

/** Targets of each state in the reviewed table; a state without moves has none. */
function waysOf(id: string): Targets {
  const text = tableOf(id) ?? ''
  const places = [...text.matchAll(/^## (.+)$/gm)].map(([, place = '']) => place)
  const ways = new Map(
    places.filter((place) => !otherSections.includes(place)).map((place) => [place, new Set<string>()]),
  )
  for (const { place, target } of [...readTable(text).values()].flat()) {
    const [to = ''] = target.split(' (')
    // A target that isn't a place is a region. It counts as a move to the same place.
    if (to !== 'stays') ways.get(place || 'root')?.add(ways.has(to) ? to : place || 'root')
  }
  return ways
}

const leadsTo = (ways: Targets, from: string): Set<string> => {
  const reached = new Set([from])
  for (const place of reached) for (const next of ways.get(place) ?? []) reached.add(next)
  return reached
}

it('ends only in the listed states', () => {
  const ends = models.map(({ name }) => [
    name,
    [...waysOf(name)].filter(([, next]) => next.size === 0).map(([place]) => place),
  ])
  expect(Object.fromEntries(ends.filter(([, places]) => places?.length))).toEqual(expectedEnds)
})

type Flow = {
  /** Every state leads here: the flow's end or exit. */
  exit: string
  /** Every state leads back here. */
  editable: string
  /** States that need no way back. */
  finished: readonly string[]
}

const flows: Record<string, Flow> = {
  auth: { exit: 'signedOut.idle', editable: 'signedIn', finished: [] },
  signIn: { exit: 'done', editable: 'phone', finished: ['done'] },
  placement: {
    exit: 'placed',
    editable: 'editing',
    finished: ['paying', 'placed', 'placedInOtherTab', 'unknownSite'],
  },
  draftForm: { exit: 'closed', editable: 'open.pristine', finished: [] },
  payment: { exit: 'settled', editable: 'opening', finished: ['paid', 'settled'] },
  profile: { exit: 'left', editable: 'editing.pristine', finished: ['left'] },
  feedback: { exit: 'sent', editable: 'editing.pristine', finished: ['sent'] },
  handover: { exit: 'taken', editable: 'offered.pristine', finished: ['taken', 'gone'] },
  claimForm: { exit: 'sent', editable: 'editing.pristine', finished: ['sent'] },
  orderChange: { exit: 'changed', editable: 'editing', finished: ['asked', 'changed', 'notThere'] },
  orderReturn: { exit: 'chosen', editable: 'choosing', finished: [] },
  invoice: { exit: 'waiting', editable: 'editing.pristine', finished: [] },
  accountDeletion: { exit: 'deleted', editable: 'allowed', finished: ['deleted'] },
  saved: { exit: 'idle', editable: 'editing.pristine', finished: [] },
  siteSearch: { exit: 'listing.found', editable: 'listing.searching', finished: [] },
  receiverLink: { exit: 'none', editable: 'made', finished: [] },
  orderDetail: { exit: 'none', editable: 'deciding', finished: [] },
  claims: { exit: 'idle', editable: 'asking.pristine', finished: [] },
  consents: { exit: 'idle', editable: 'agreeing', finished: [] },
  devices: { exit: 'idle', editable: 'endingOne', finished: [] },
  orderLedger: { exit: 'shown', editable: 'answering', finished: ['notThere'] },
  scanner: { exit: 'found', editable: 'looking', finished: ['found'] },
  trip: { exit: 'ended', editable: 'open.live.waiting', finished: ['ended'] },
  notificationList: { exit: 'idle', editable: 'marking', finished: [] },
  employeeSignIn: { exit: 'done', editable: 'password.typing', finished: ['done'] },
  newPassword: { exit: 'saved', editable: 'typing', finished: [] },
  passkeySignIn: { exit: 'done', editable: 'ready.preparing', finished: ['done', 'missing'] },
  passkeys: { exit: 'idle.plain', editable: 'renaming.pristine', finished: [] },
  shift: { exit: 'idle', editable: 'starting', finished: [] },
  stop: { exit: 'idle', editable: 'sending', finished: [] },
  deskTask: { exit: 'closed', editable: 'entering', finished: [] },
  preparation: { exit: 'prepared', editable: 'filling.pristine', finished: ['prepared'] },
  preparedLink: { exit: 'withdrawn', editable: 'waiting', finished: ['withdrawn'] },
  accountExport: { exit: 'started', editable: 'making', finished: ['exhausted'] },
}

describe.each(Object.entries(flows))('%s', (id, { exit, editable, finished }) => {
  const ways = waysOf(id)
  const ended = new Set(expectedEnds[id] ?? [])

  it('leads from every state to the flow’s exit', () => {
    const stuck = [...ways.keys()].filter((place) => !ended.has(place) && !leadsTo(ways, place).has(exit))
    expect(stuck).toEqual([])
    expect(ways.has(exit)).toBe(true)
  })

  it('leads back to editing from every unfinished state', () => {
    const stuck = [...ways.keys()].filter(
      (place) => !finished.includes(place) && !leadsTo(ways, place).has(editable),
    )
    expect(stuck).toEqual([])
    expect(ways.has(editable)).toBe(true)
  })
})
