import * as v from 'valibot'
import { createActor } from 'xstate'
import type { App } from '../app.ts'
import { Locale } from '../contract/common.ts'
import { changeSaved, listSaved, removeSaved, type SavedContent, SavedEntry } from '../contract/saved.ts'
import { cleanLine } from '../lib/clean.ts'
import { assertPresent, fromCall } from '../lib/from-call.ts'
import { storageKeys } from '../lib/keys.ts'
import { ok } from '../lib/result.ts'
import { createStore } from '../lib/store.ts'
import { readerOf } from '../orders/cached-orders.ts'
import { isValidPhone } from '../phone/phone.ts'
import { noListener, provideReading, type ReadingActor } from '../realtime/create-reading.ts'
import { onReturn } from '../realtime/hints.ts'
import { type SavedActor, savedMachine } from './saved.machine.ts'

/** Saved entries for offline use. Region names are in the store's `locale`. */
export const savedStore = createStore({
  key: storageKeys.keptSaved,
  schema: v.object({ version: v.literal(1), uin: v.string(), locale: Locale, list: v.array(SavedEntry) }),
  owner: ['uin', 'locale'],
})

type Entry = { savedId: string; content: SavedContent } | null

const cleanContent = (content: SavedContent): SavedContent =>
  content.kind === 'receiver'
    ? { ...content, name: cleanLine(content.name) }
    : { ...content, address: cleanLine(content.address), detail: cleanLine(content.detail) }

/** The traveller's saved recipients and addresses. Offline, it shows the last stored reading. Created, not started. */
export function createSaved({ api, auth, language, platform, options }: App): SavedActor {
  const uin = auth.getSnapshot().context.account?.uin ?? ''
  const { locale } = language.getSnapshot().context
  const owner = { uin, locale }
  const saved = createActor(
    savedMachine.provide({
      actors: {
        reading: provideReading(
          (listener) => onReturn(platform, listener),
          (signal) => api.call(listSaved, {}, { signal }),
        ),
        changeEntry: fromCall<readonly SavedEntry[], Entry>(async ({ input, signal }) => {
          const { savedId, content } = assertPresent(input, 'entry')
          return api.call(
            changeSaved,
            { params: { savedId }, body: { content: cleanContent(content) } },
            { signal },
          )
        }),
        removeEntry: fromCall<readonly SavedEntry[], Entry>(async ({ input, signal }) =>
          api.call(
            removeSaved,
            { params: { savedId: assertPresent(input, 'entry').savedId }, body: {} },
            { signal },
          ),
        ),
      },
    }),
    {
      input: {
        cachedList: savedStore.read(platform.storage, readerOf(owner, platform.isOnline()))?.list ?? null,
        isValidPhone,
      },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
  let { list } = saved.getSnapshot().context
  saved.subscribe(({ context }) => {
    if (context.list === list) return
    list = context.list
    // The traveller may have signed out since.
    if (list && auth.getSnapshot().context.account?.uin === uin)
      savedStore.write(platform.storage, { version: 1, ...owner, list: [...list] })
  })
  return saved
}

/** Saved entries offered in the order form; empty for visitors, and refetched after sign-in. Created, not started. */
export function createSavedOffers({
  api,
  auth,
  platform,
  options,
}: App): ReadingActor<readonly SavedEntry[]> {
  const currentUin = () => auth.getSnapshot().context.account?.uin ?? null
  return createActor(
    provideReading(
      (listener) => {
        let lastUin = currentUin()
        const stop = onReturn(platform, listener)
        const subscription = auth.subscribe(() => {
          if (currentUin() === lastUin) return
          lastUin = currentUin()
          listener()
        })
        return () => {
          stop()
          subscription.unsubscribe()
        }
      },
      async (signal) => (currentUin() === null ? ok([]) : api.call(listSaved, {}, { signal })),
    ),
    {
      input: { initialValue: null, isFresh: false, listener: noListener },
      clock: platform.clock,
      inspect: options.inspect,
    },
  )
}
