import { listSites } from '@handsfree/core/contract'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../../server/runtime/http/query.ts'
import { useServer } from '../../use-server.ts'

const server = useServer()

test('parses names in brackets and repeated names as arrays', () => {
  expect(parseQuery('types[]=1&keyword=a+b&types[]=2&page=1&page=2&empty')).toEqual({
    types: ['1', '2'],
    keyword: 'a b',
    page: ['1', '2'],
    empty: '',
  })
})

test('parses 100 parameters of thousands, and refuses the call', async () => {
  const names = Array.from({ length: 4_000 }, (_, index) => `n${index}`)
  expect(Object.keys(parseQuery(names.join('&')))).toEqual(names.slice(0, 100))
  const one = parseQuery(Array(4_000).fill('types[]=1').join('&'))
  expect(one).toEqual({ types: Array(100).fill('1') })
  const types = Array(101).fill('1') as string[]
  expect(await server.call(listSites, { query: { types } })).toMatchObject({ status: 400, code: 1008 })
})
