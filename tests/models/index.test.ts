import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nodesOf, transitionName, transitionsOf } from '../../statecharts/nodes.ts'
import { collectMachines } from '../../statecharts/registry.ts'
import { browserModels, models } from './index.ts'

const kebab = (id: string) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

it('lists a model for every machine that core exports', async () => {
  const machines = (await collectMachines()).map(({ machine }) => machine.id)
  expect(machines.length).toBeGreaterThan(10)
  expect([...models.map(({ name }) => name), 'lifecycle'].sort()).toEqual(machines)
})

it('names every transition of a machine differently', () => {
  for (const { name, machine } of models) {
    const names = nodesOf(machine.root).flatMap(transitionsOf).map(transitionName)
    expect([name, names.length]).toEqual([name, new Set(names).size])
  }
})

it('lists a browser model for every machine whose screens are driven', () => {
  const driven = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.screens.ts'))
  expect(driven.length).toBeGreaterThan(2)
  const files = browserModels.map(({ model }) => `${kebab(model.machine.id)}.screens.ts`)
  expect(files.sort()).toEqual(driven.sort())
})
