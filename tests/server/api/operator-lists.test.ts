import { createServer, type ServerResponse } from 'node:http'
import { operationActions, operationLogTypes } from '@handsfree/core/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runOperator } from '../../../clients/operator/run.ts'
import { createTable } from '../../../clients/operator/table.ts'
import { listenHere } from '../../listen-here.ts'

const catalogueLog = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    operationId: String(index),
    time: '2026-11-02T01:00:00.000Z',
    action: Object.values(operationActions)[0],
    logType: Object.values(operationLogTypes)[0],
    actor: index < 2 ? 'ada' : 'a longer name',
    kind: 'sites',
    id: `site-${index}`,
    change: 'changed',
    fields: ['name'],
  }))

test('prints the rows of each page before it reads the next, aligned in columns', async () => {
  const waiting: ServerResponse[] = []
  const rows = catalogueLog(3)
  const answer = (response: ServerResponse, result: unknown) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ code: 0, message: '', result }))
  const server = createServer((request, response) => {
    if (request.url?.includes('cursor=')) waiting.push(response)
    else answer(response, { list: rows.slice(0, 2), nextCursor: 'next' })
  })
  const port = await listenHere(server)
  onTestFinished(() => void server.close())
  const out: string[] = []
  const terminal = {
    write: (line: string) => void out.push(line),
    writeError: (line: string) => void out.push(line),
    hasColour: false,
  }
  const ended = runOperator(['catalogue', 'log', '--url', `http://127.0.0.1:${port}`], terminal)
  await vi.waitUntil(() => waiting.length === 1, { timeout: 10_000 })
  expect(out.map((line) => line.replace(/\s+/g, ' ').split(' ').includes('ada'))).toEqual([false, true, true])
  answer(waiting[0]!, { list: rows.slice(2), nextCursor: null })
  expect(await ended).toBe(0)
  expect(out).toHaveLength(4)
  expect(out[0]).toMatch(/^time .* actor +kind +id/)
  expect(out[1]?.indexOf('site-0')).toBe(out[2]?.indexOf('site-1'))
})

test('reads each cell of a table twice, however many rows there are', () => {
  let reads = 0
  const rows = Array.from({ length: 1_000 }, (_, index) => [
    {
      get text() {
        reads += 1
        return `HF ${index}`
      },
    },
  ])
  expect(createTable({ hasColour: true }, ['order'])(rows)).toHaveLength(1_001)
  expect(reads).toBeLessThanOrEqual(2 * rows.length)
})
