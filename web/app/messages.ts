import type { App } from '@handsfree/core'
import type { Locale } from '@handsfree/core/contract'
import { type Messages, selectLocale, selectMessages } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { MessageKey } from './message-key.ts'

/**
 * Messages come in two parts: those of home and the frame with the app, and all others. The build splits them (see
 * `tools/messages-plugin.ts`).
 */
const loads: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('virtual:rest-messages/en-US'),
  'zh-CN': () => import('virtual:rest-messages/zh-CN'),
}

/** Messages by key. Only pages that need no more than the loaded parts are shown. */
type Words = Record<MessageKey, string>
const wordsOf = (...parts: Messages[]) => Object.assign({}, ...parts) as Words

let later: Messages = {}
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All messages of a locale but the first part. */
export const laterMessages = async (locale: Locale): Promise<Messages> => (await loads[locale]()).default

async function loadLater(): Promise<void> {
  try {
    later = await laterMessages(document.documentElement.lang as Locale)
    for (const listener of listeners) listener()
  } catch (error) {
    loading = undefined
    throw error
  }
}

/** Loads the later part once; when it did not come, it is asked for again. */
export function loadLaterMessages(): Promise<void> {
  loading ??= loadLater()
  return loading
}

/** The loaded messages with their locale; null until the first part is loaded. */
export function useMessages({ language }: App): { locale: Locale; messages: Words | null } {
  const locale = useSelector(language, selectLocale)
  const first = useSelector(language, selectMessages)
  const more = useSyncExternalStore(
    subscribe,
    () => later,
    () => later,
  )
  return { locale, messages: useMemo(() => first && wordsOf(first, more), [first, more]) }
}

/** All messages with their locale, for code outside of React. Rejects when they do not come. */
export async function allMessages({ language }: App): Promise<{ locale: Locale; messages: Words }> {
  await loadLaterMessages()
  const { locale, messages } = language.getSnapshot().context
  if (!messages) throw new Error('the first messages are not there')
  return { locale, messages: wordsOf(messages, later) }
}
