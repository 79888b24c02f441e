import type { ScreenMeta } from '@handsfree/core'
import { expect, test } from 'vitest'
import { createMachine, initialTransition } from 'xstate'
import { mayDo, offeredChoices } from '../../../clients/terminal/terminal-session.ts'
import { nodesOf } from '../../../statecharts/nodes.ts'
import { collectMachines } from '../../../statecharts/registry.ts'
import { scanKeys, sourcesOf } from '../../unit/core/i18n/message-scan.ts'

const folder = 'clients/terminal/'

/** Titles of linked pages whose machine isn't running yet. */
const leadTo: Record<string, string[]> = {
  'account.ts': ['myAccount.title'],
  'visit.ts': ['saved.title', 'myAccount.title'],
}

test('reads page titles from their machines', async () => {
  const machines = await collectMachines()
  const titles = new Set(
    machines.flatMap(({ machine }) => nodesOf(machine.root).flatMap(({ meta }) => meta?.title ?? [])),
  )
  expect(titles.size).toBeGreaterThan(10)
  const written = sourcesOf('clients').flatMap((file) => {
    const found = [...scanKeys([file]).words].filter((word) => titles.has(word))
    return file.startsWith(folder) && found.length > 0 ? [[file.slice(folder.length), found]] : []
  })
  expect(Object.fromEntries(written)).toEqual(leadTo)
})

test('offers actions that the page and the machine allow, and no news events', () => {
  const meta: ScreenMeta<{ type: 'bag.take' | 'bag.give' | 'bag.lost' }> = {
    page: '/bags',
    title: 'bags.title',
    systemEvents: ['bag.lost'],
  }
  const actions = () => {}
  const machine = createMachine({
    meta,
    on: { 'bag.take': { actions }, 'bag.give': { guard: () => false, actions }, 'bag.lost': { actions } },
  })
  const [snapshot] = initialTransition(machine)
  const acts = (['bag.take', 'bag.give', 'bag.lost'] as const).map((type) => ({
    value: { type },
    label: type,
  }))
  expect(offeredChoices(snapshot, acts).map(({ label }) => label)).toEqual(['bag.take'])
  expect(snapshot.can({ type: 'bag.lost' })).toBe(true)
  expect(mayDo(snapshot, { type: 'bag.lost' })).toBe(false)
})
