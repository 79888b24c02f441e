import { createActor, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import { fromCall } from '../lib/from-call.ts'
import {
  type CachedPages,
  type Pages,
  type PagingInput,
  type PagingRef,
  pagingMachine,
} from '../lib/paging.machine.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { ok, type Result } from '../lib/result.ts'
import { noListener, provideReading } from './create-reading.ts'

declare const itemType: unique symbol

/** `Item` is a phantom type: the machine itself is untyped. */
export type PagingActor<Item> = PagingRef & { readonly [itemType]?: Item }

export type PageSource<Item> = {
  /** Calls back when the list may have changed. Returns an unsubscribe function. */
  watch: (listener: () => void) => () => void
  /** Reads one page of the question: the first with null, else from the previous page's cursor. */
  read: (
    next: string | null,
    signal: CancelSignal,
    query: unknown,
  ) => Promise<Result<Pages<Item>, ApiFailure>>
  idOf: (item: Item) => string
}

/** Loads pages until the list has grown by `atLeast` items or ends. Skips duplicates. */
async function extend<Item>(
  { read, idOf }: PageSource<Item>,
  { list, next }: Pages<Item>,
  atLeast: number,
  signal: CancelSignal,
  query: unknown,
): Promise<Result<Pages<Item>, ApiFailure>> {
  const items = new Map(list.map((item) => [idOf(item), item]))
  do {
    const page = await read(next, signal, query)
    if (!page.ok) return page
    // New items shift later pages, so that a page may repeat items of the previous one.
    for (const item of page.value.list) if (!items.has(idOf(item))) items.set(idOf(item), item)
    next = page.value.next
  } while (next !== null && items.size < list.length + atLeast)
  return ok({ list: [...items.values()], next })
}

export const providePaging = <Item>(source: PageSource<Item>) =>
  pagingMachine.provide({
    actors: {
      reading: provideReading(source.watch, (signal, read, question) =>
        extend(source, { list: [], next: null }, (read as Pages | null)?.list.length ?? 0, signal, question),
      ),
      loadMore: fromCall<Pages, Pick<PagingInput, 'query'> & { pages: Pages }>(({ input, signal }) =>
        extend(source, input.pages as Pages<Item>, 0, signal, input.query),
      ),
    },
  })

/** A paginated list that is kept fresh, starting with the pages of an earlier visit. Created, not started. */
export const createPaging = <Item>(
  { clock, options, platform }: App,
  source: PageSource<Item>,
  cachedPages: CachedPages<Item> | null,
): PagingActor<Item> =>
  createActor(providePaging(source), {
    input: { listener: noListener, cachedPages, now: clock.now },
    clock: platform.clock,
    inspect: options.inspect,
  })

/** The loaded items. For `useSelector(actor, selectListed(actor))`. */
export const selectListed =
  <Item>(_actor: PagingActor<Item>) =>
  ({ context }: SnapshotFrom<typeof pagingMachine>): Item[] =>
    context.pages.list as Item[]

export const selectHasMore = ({ context }: SnapshotFrom<typeof pagingMachine>): boolean =>
  context.pages.next !== null

/** When a list was last read, in ms since 1970; null until then. */
export const selectReadAt = ({ context }: SnapshotFrom<typeof pagingMachine>): number | null => context.readAt

/** Whether the shown list is still that of an earlier visit. */
export const selectIsListCached = ({ context }: SnapshotFrom<typeof pagingMachine>): boolean =>
  context.cachedPages !== null && context.pages === context.cachedPages.pages

export const selectListReading = ({ children }: SnapshotFrom<typeof pagingMachine>): ReadingRef | undefined =>
  children.reading
