import type { App } from '@handsfree/core'
import type { Locale } from '@handsfree/core/contract'
import { type Messages, selectLocale, selectMessages } from '@handsfree/core/i18n'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { MessageKey } from './message-key.ts'

/**
 * The build splits messages into two parts (see `tools/messages-plugin.ts`): those of home and the page frame, bundled
 * with the app, and all others.
 */
const loads: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('virtual:rest-messages/en-US'),
  'zh-CN': () => import('virtual:rest-messages/zh-CN'),
}

/** Typed as complete: screens only render once the parts they need are loaded. */
type Words = Record<MessageKey, string>
const wordsOf = (...parts: Messages[]) => Object.assign({}, ...parts) as Words

let later: Messages = {}
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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

/** Loads the later part once; retries after a failure. */
export function loadLaterMessages(): Promise<void> {
  loading ??= loadLater()
  return loading
}

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

/** For code outside of React. Rejects if the messages can't be loaded. */
export async function allMessages({ language }: App): Promise<{ locale: Locale; messages: Words }> {
  await loadLaterMessages()
  const { locale, messages } = language.getSnapshot().context
  if (!messages) throw new Error('the first messages are not there')
  return { locale, messages: wordsOf(messages, later) }
}
