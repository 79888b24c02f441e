import { createActor, type SnapshotFrom } from 'xstate'
import type { App } from '../app.ts'
import { asking } from '../lib/asking.ts'
import type { CancelSignal } from '../lib/cancel.ts'
import type { ApiFailure } from '../lib/failure.ts'
import {
  type KeptPages,
  type Pages,
  type PagingInput,
  type PagingRef,
  pagingMachine,
} from '../lib/paging.machine.ts'
import type { ReadingRef } from '../lib/reading.machine.ts'
import { ok, type Result } from '../lib/result.ts'
import { nobody, provideReading } from './create-reading.ts'

declare const listed: unique symbol

/** A list of `Item`s: the machine does not look into them, their type travels with the actor. */
export type PagingActor<Item> = PagingRef & { readonly [listed]?: Item }

/** Where the pages of a list come from. */
export type PageSource<Item> = {
  /** Calls back at each hint that the list may have changed; returns a stop function. */
  watch: (listener: () => void) => () => void
  /** Reads one page of what is asked for: the first with null, else where the one before ended. */
  read: (
    next: string | null,
    signal: CancelSignal,
    question: unknown,
  ) => Promise<Result<Pages<Item>, ApiFailure>>
  idOf: (item: Item) => string
}

/** Adds pages to a list, each item once, until it has so many items more or there are no more. */
async function extend<Item>(
  { read, idOf }: PageSource<Item>,
  { list, next }: Pages<Item>,
  atLeast: number,
  signal: CancelSignal,
  question: unknown,
): Promise<Result<Pages<Item>, ApiFailure>> {
  const items = new Map(list.map((item) => [idOf(item), item]))
  do {
    const page = await read(next, signal, question)
    if (!page.ok) return page
    // What came between two pages moves the later one on: its first was the earlier one's last.
    for (const item of page.value.list) if (!items.has(idOf(item))) items.set(idOf(item), item)
    next = page.value.next
  } while (next !== null && items.size < list.length + atLeast)
  return ok({ list: [...items.values()], next })
}

/** The paging machine's placeholders, on the real world. */
export const providePaging = <Item>(source: PageSource<Item>) =>
  pagingMachine.provide({
    actors: {
      reading: provideReading(source.watch, (signal, read, question) =>
        extend(source, { list: [], next: null }, (read as Pages | null)?.list.length ?? 0, signal, question),
      ),
      loadMore: asking<Pages, Pick<PagingInput, 'question'> & { pages: Pages }>(({ input, signal }) =>
        extend(source, input.pages as Pages<Item>, 0, signal, input.question),
      ),
    },
  })

/** A list that a page reads and keeps fresh, page by page, from what an earlier visit read. Created, not started. */
export const createPaging = <Item>(
  { clock, options, platform }: App,
  source: PageSource<Item>,
  kept: KeptPages<Item> | null,
): PagingActor<Item> =>
  createActor(providePaging(source), {
    input: { listener: nobody, kept, now: clock.now },
    clock: platform.clock,
    inspect: options.inspect,
  })

/** What is listed so far. For `useSelector(actor, selectListed(actor))`. */
export const selectListed =
  <Item>(_actor: PagingActor<Item>) =>
  ({ context }: SnapshotFrom<typeof pagingMachine>): Item[] =>
    context.pages.list as Item[]

/** Whether there is more behind what is listed. */
export const selectHasMore = ({ context }: SnapshotFrom<typeof pagingMachine>): boolean =>
  context.pages.next !== null

/** When a list was last read, milliseconds since 1970; null until then. */
export const selectReadAt = ({ context }: SnapshotFrom<typeof pagingMachine>): number | null => context.readAt

/** Whether what is listed was read by an earlier visit. */
export const selectIsListKept = ({ context }: SnapshotFrom<typeof pagingMachine>): boolean =>
  context.kept !== null && context.pages === context.kept.pages

/** What reads a list and keeps it fresh. */
export const selectListReading = ({ children }: SnapshotFrom<typeof pagingMachine>): ReadingRef | undefined =>
  children.reading
