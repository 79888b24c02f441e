import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { screenOf } from '@handsfree/core/screens'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { idleSeconds, kioskLabels, kioskMachine } from '../../../clients/kiosk/kiosk.machine.ts'
import { readModule } from '../../../tools/read-module.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = readdirSync(join(root, 'clients/kiosk')).map((name) => `clients/kiosk/${name}`)
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length

test('needs at most 400 lines', () => {
  const files = ['kiosk.html', ...sources.filter((file) => /\.(ts|css)$/.test(file))]
  expect(files.length).toBeGreaterThan(4)
  expect(files.reduce((sum, file) => sum + linesOf(file), 0)).toBeLessThanOrEqual(400)
})

test('imports packages and public subpaths of core only', () => {
  const imports = sources
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readModule(join(root, file)).imports.map(({ from }) => from))
  expect(imports).toContain('@handsfree/core/client')
  expect(
    imports.filter((from) => !/^(?:\.\/[\w.-]+\.ts|@handsfree\/core\/[\w/]+|uqr|xstate)$/.test(from)),
  ).toEqual([])
})

test('offers what the machine takes in each state, and starts over after a minute without a touch', () => {
  const clock = new SimulatedClock()
  const kiosk = createActor(kioskMachine, { clock }).start()
  const offered = () => screenOf(kiosk.getSnapshot(), kioskLabels)?.buttons.map(({ event }) => event.type)
  expect(offered()).toEqual(['bags.add', 'phone.open'])
  kiosk.send({ type: 'bags.add' })
  expect(offered()).toEqual(['bags.remove', 'bags.add', 'phone.open'])
  kiosk.send({ type: 'phone.open' })
  expect(offered()).toEqual(['phone.close', 'visit.end'])
  clock.increment(idleSeconds * 1000 - 1)
  kiosk.send({ type: 'screen.touch' })
  clock.increment(idleSeconds * 1000 - 1)
  expect(kiosk.getSnapshot().matches({ screen: 'phone' })).toBe(true)
  clock.increment(1)
  expect(kiosk.getSnapshot().matches({ screen: 'place' })).toBe(true)
  expect(kiosk.getSnapshot().context.pieces).toBe(1)
})
