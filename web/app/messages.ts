import type { App } from '@handsfree/core'
import type { Locale } from '@handsfree/core/api'
import { type Messages, selectLocale, selectMessages } from '@handsfree/core/language'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { MessageKey } from './message-key.ts'

/**
 * Messages come in two parts: those of home and the frame with the app, all others with the first other page. The build
 * splits them (see `scripts/messages-plugin.ts`).
 */
const load: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('virtual:later-messages/en-US'),
  'zh-CN': () => import('virtual:later-messages/zh-CN'),
}

/** Messages by key. Until the second part is loaded, only pages that need the first are shown. */
type Words = Record<MessageKey, string>
const wordsOf = (...parts: Messages[]) => Object.assign({}, ...parts) as Words

const none: Messages = {}
let later = none
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The second part of a locale's messages. */
export const laterMessages = async (locale: Locale): Promise<Messages> => (await load[locale]()).default

/** Loads the second part, once. */
export async function loadLaterMessages(): Promise<void> {
  if (later !== none) return
  later = await laterMessages(document.documentElement.lang as Locale)
  for (const listener of listeners) listener()
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

/** All messages with their locale, for code outside of React. */
export async function allMessages({ language }: App): Promise<{ locale: Locale; messages: Words } | null> {
  await loadLaterMessages()
  const { locale, messages } = language.getSnapshot().context
  return messages && { locale, messages: wordsOf(messages, later) }
}
