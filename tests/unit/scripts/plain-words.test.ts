import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const rooms = ['core', 'web', 'server', 'clients', 'statecharts', 'tools', 'scripts']
const isSource = (file: string) => /\.(?:tsx?|css|js)$/.test(file) && !/\/(node_modules|dist)\//.test(file)

/** The words of the glossary's last table, of which no source has one: they are in comments, descriptions or nowhere. */
const [, table = ''] = readFileSync(`${root}docs/glossary.md`, 'utf8').split('## Words of no field')
const refused = [...table.matchAll(/^\| ([a-z ]+) \|/gm)]
  .map(([, word = '']) => word)
  .filter((word) => word !== 'word')

it('refuses words of no field in every source of the product', () => {
  expect(refused).toContain('whoever')
  const words = new RegExp(`\\b(${refused.join('|').replaceAll(' ', '\\s+(?:\\*\\s+|//\\s+)?')})\\b`, 'i')
  const sources = rooms.flatMap((room) =>
    readdirSync(root + room, { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`)
      .filter(isSource),
  )
  expect(sources.length).toBeGreaterThan(800)
  expect(sources.filter((file) => words.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
