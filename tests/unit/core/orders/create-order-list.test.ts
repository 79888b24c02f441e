import { customerViews } from '@handsfree/core/contract'
import { createOrderList } from '@handsfree/core/orders'
import { selectListed } from '@handsfree/core/realtime'
import { expect, it, vi } from 'vitest'
import { order } from '../../models/samples.ts'
import { appOn, FakePlatform, FakeServer } from '../fake-platform.ts'

const listed = 'GET /orders/page'
const page = (ids: string[], nextCursor: string | null) => ({
  list: ids.map((orderId) => order({ orderId })),
  nextCursor,
})

it('refetches every loaded page when the traveller returns, and lists each order once', async () => {
  const server = new FakeServer()
  const platform = new FakePlatform(server)
  const app = appOn(platform)
  const answers = [page(['4', '3'], 'after-3'), page(['2', '1'], null)]
  server.routes[listed] = () => answers.shift()
  const list = createOrderList(app, customerViews.all)
  const shown = () => selectListed(list)(list.getSnapshot()).map(({ orderId }) => orderId)
  list.start()
  await vi.waitFor(() => expect(shown()).toEqual(['4', '3']))
  list.send({ type: 'pages.more' })
  await vi.waitFor(() => expect(shown()).toEqual(['4', '3', '2', '1']))

  answers.push(page(['5', '4'], 'after-4'), page(['3', '2'], 'after-2'))
  platform.comeBack()
  await vi.waitFor(() => expect(shown()).toEqual(['5', '4', '3', '2']))
  expect([list.getSnapshot().context.pages.next, server.of(listed).length]).toEqual(['after-2', 4])

  // A new order shifts the pages by one.
  answers.push(page(['2', '1'], null))
  list.send({ type: 'pages.more' })
  await vi.waitFor(() => expect(shown()).toEqual(['5', '4', '3', '2', '1']))
  expect(server.of(listed).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('cursor'))).toEqual([
    null,
    'after-3',
    null,
    'after-4',
    'after-2',
  ])
  list.stop()
})
