import type { App } from '@handsfree/core'
import type { Locale } from '@handsfree/core/contract'
import { brandValues, type Messages, selectLocale, selectMessages, withBrand } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { MessageKey } from './message-key.ts'

/**
 * The build splits messages into two parts (see `tools/messages-plugin.ts`): those of home and the page frame, bundled
 * with the app, and all others.
 */
const messageLoaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('virtual:rest-messages/en-US'),
  'zh-CN': () => import('virtual:rest-messages/zh-CN'),
}

const crewMessageLoaders: typeof messageLoaders = {
  'en-US': () => import('virtual:crew-messages/en-US'),
  'zh-CN': () => import('virtual:crew-messages/zh-CN'),
}

/** Typed as complete: screens only render once the parts they need are loaded. */
type AllMessages = Record<MessageKey, string>

/** Configuration of `IntlProvider` and `createIntl`, with the company's name in every message. */
type Language = { locale: Locale; messages: AllMessages; defaultRichTextElements: never }
function mergeMessages({ options }: App, locale: Locale, ...parts: Messages[]): Language {
  const messages = withBrand(Object.assign({}, ...parts), options.brand?.name[locale]) as AllMessages
  return { locale, messages, defaultRichTextElements: brandValues(locale, messages) as never }
}

let restMessages: Messages = {}
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const fetchRestMessages = async (locale: Locale): Promise<Messages> =>
  (await messageLoaders[locale]()).default

async function loadRest(): Promise<void> {
  try {
    restMessages = await fetchRestMessages(document.documentElement.lang as Locale)
    for (const listener of listeners) listener()
  } catch (error) {
    loading = undefined
    throw error
  }
}

/** Loads the later part once; retries after a failure. */
export function loadRestMessages(): Promise<void> {
  loading ??= loadRest()
  return loading
}

/** The employees' own messages, also of the language that isn't shown. */
export const fetchCrewMessages = async (locale: Locale): Promise<AllMessages> =>
  (await crewMessageLoaders[locale]()).default as AllMessages

/** Loads the later part and the employees' own. Rejects if one can't be loaded. */
export async function loadCrewMessages(locale: Locale): Promise<void> {
  const [, crew] = await Promise.all([loadRestMessages(), fetchCrewMessages(locale)])
  restMessages = { ...restMessages, ...crew }
  for (const listener of listeners) listener()
}

/** Null until the first messages are loaded. */
export function useMessages(app: App): Language | null {
  const locale = useSelector(app.language, selectLocale)
  const firstMessages = useSelector(app.language, selectMessages)
  const rest = useSyncExternalStore(
    subscribe,
    () => restMessages,
    () => restMessages,
  )
  return useMemo(
    () => firstMessages && mergeMessages(app, locale, firstMessages, rest),
    [app, locale, firstMessages, rest],
  )
}

/** For code outside of React. Rejects if the messages can't be loaded. */
export async function allMessages(app: App): Promise<Language> {
  await loadRestMessages()
  const { locale, messages } = app.language.getSnapshot().context
  if (!messages) throw new Error('the first messages are not there')
  return mergeMessages(app, locale, messages, restMessages)
}
