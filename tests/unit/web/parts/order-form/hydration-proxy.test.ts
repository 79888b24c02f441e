import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { createHydrationProxy } from '../../../../../web/parts/order-form/hydration-proxy.ts'

const open = (id: string) =>
  createActor(createMachine({ id, initial: 'off', states: { off: { on: { go: 'on' } }, on: {} } }))

test('follows the preview until the placement is attached, then only the placement', () => {
  const [preview, real] = [open('preview'), open('real').start()]
  const { actor: toy, attach } = createHydrationProxy(preview)
  const seen: string[] = []
  const note = (snapshot: { machine: { id: string }; value: unknown }) =>
    seen.push(`${snapshot.machine.id} ${snapshot.value}`)
  const first = toy.subscribe({ next: note })
  toy.subscribe(() => seen.push('second')).unsubscribe()

  attach(real)
  attach(real)
  expect(seen.splice(0)).toEqual(['real off'])
  toy.send({ type: 'go' })
  expect([seen.splice(0), toy.getSnapshot().value, preview.getSnapshot().value]).toEqual([
    ['real on'],
    'on',
    'off',
  ])
  first.unsubscribe()
  attach(open('third').start())
  expect(seen).toEqual([])
  expect(toy.getSnapshot().machine.id).toBe('third')
})

test('replays events sent to the preview on the placement, even if both are one actor', () => {
  for (const isOne of [false, true]) {
    const real = open('real').start()
    const preview = isOne ? real : open('preview').start()
    const { actor: toy, attach } = createHydrationProxy(preview)
    toy.send({ type: 'go' })
    expect([preview.getSnapshot().value, real.getSnapshot().value]).toEqual(['off', 'off'])
    attach(real)
    expect([toy.getSnapshot().value, real.getSnapshot().value]).toEqual(['on', 'on'])
  }
})
