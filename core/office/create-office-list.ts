import type { App } from '../app.ts'
import type { CallRequest, CallResult, CallShape } from '../contract/call.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { ok, type Result } from '../lib/result.ts'
import { createPaging, type PagingActor } from '../realtime/create-paging.ts'
import { onReturn } from '../realtime/hints.ts'

type Page<Item> = { list: Item[]; nextCursor: string | null }
type ItemOf<Shape extends CallShape> =
  CallResult<Shape> extends { list: readonly (infer Item)[] } ? Item : never

/** A list of the office, page by page. Created, not started. */
export const createOfficeList = <Shape extends CallShape>(
  app: App,
  shape: Shape,
  query: CallRequest<Shape>['query'],
  idOf: (item: ItemOf<Shape>) => string,
): PagingActor<ItemOf<Shape>> =>
  createPaging(
    app,
    {
      watch: (listener) => onReturn(app.platform, listener),
      read: async (cursor, signal) => {
        const request = { query: { ...(query as object), ...(cursor !== null && { cursor }) } }
        const answer = (await app.api.call(shape, request as never, { signal })) as Result<
          Page<ItemOf<Shape>>,
          ApiFailure
        >
        return answer.ok ? ok({ list: answer.value.list, next: answer.value.nextCursor }) : answer
      },
      idOf,
    },
    null,
  )
