import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScreenMeta } from '@handsfree/core'
import { expect, test } from 'vitest'
import { createMachine, initialTransition } from 'xstate'
import { mayDo, offered } from '../../clients/terminal/step.ts'
import { nodesOf } from '../../statecharts/nodes.ts'
import { collectMachines, root } from '../../statecharts/registry.ts'

const folder = join(root, 'clients/terminal')

/** Names of pages that are led to, where no machine runs yet. */
const leadTo: Record<string, string[]> = {
  'account.ts': ['myAccount.title'],
  'visit.ts': ['saved.title', 'myAccount.title'],
}

test('takes the titles of its pages from their machines', async () => {
  const machines = await collectMachines()
  const titles = new Set(
    machines.flatMap(({ machine }) => nodesOf(machine.root).flatMap(({ meta }) => meta?.title ?? [])),
  )
  expect(titles.size).toBeGreaterThan(10)
  const written = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const names = [...readFileSync(join(folder, file), 'utf8').matchAll(/'([\w.]+)'/g)]
      const found = names.flatMap(([, name = '']) => (titles.has(name) ? [name] : []))
      return found.length > 0 ? [[file, [...new Set(found)]]] : []
    })
  expect(Object.fromEntries(written)).toEqual(leadTo)
})

test('offers what people may do on the page and the machine lets through, and no news', () => {
  const meta: ScreenMeta<{ type: 'bag.take' | 'bag.give' | 'bag.lost' }> = {
    page: '/bags',
    title: 'bags.title',
    news: ['bag.lost'],
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
  expect(offered(snapshot, acts).map(({ label }) => label)).toEqual(['bag.take'])
  expect(snapshot.can({ type: 'bag.lost' })).toBe(true)
  expect(mayDo(snapshot, { type: 'bag.lost' })).toBe(false)
})
