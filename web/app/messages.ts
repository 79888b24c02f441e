import type { App } from '@handsfree/core'
import type { Locale } from '@handsfree/core/api'
import { type Messages, selectLocale, selectMessages } from '@handsfree/core/language'
import { useSelector } from '@xstate/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { MessageKey } from './message-key.ts'

type Loads = Record<Locale, () => Promise<{ default: Messages }>>

/**
 * Messages come in three parts: those of home and the frame with the app, those from the QR code to the order's page, and
 * all others; pages that inform have theirs in one more. The build splits them (see `tools/messages-plugin.ts`).
 */
const loads = {
  trip: {
    'en-US': () => import('virtual:trip-messages/en-US'),
    'zh-CN': () => import('virtual:trip-messages/zh-CN'),
  },
  rest: {
    'en-US': () => import('virtual:rest-messages/en-US'),
    'zh-CN': () => import('virtual:rest-messages/zh-CN'),
  },
  info: {
    'en-US': () => import('virtual:info-messages/en-US'),
    'zh-CN': () => import('virtual:info-messages/zh-CN'),
  },
} satisfies Record<string, Loads>

/** A part that comes after the first. */
export type LaterPart = keyof typeof loads
export const laterParts = ['trip', 'rest'] as const satisfies LaterPart[]

/** Messages by key. Only pages that need no more than the loaded parts are shown. */
type Words = Record<MessageKey, string>
const wordsOf = (...parts: Messages[]) => Object.assign({}, ...parts) as Words

let later: Messages = {}
const loading: Partial<Record<LaterPart, Promise<void>>> = {}
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All messages of a locale but the first part. */
export async function laterMessages(locale: Locale): Promise<Messages> {
  const parts = await Promise.all(laterParts.map((part) => loads[part][locale]()))
  return wordsOf(...parts.map((part) => part.default))
}

async function loadPart(part: LaterPart): Promise<void> {
  try {
    const messages = await loads[part][document.documentElement.lang as Locale]()
    later = wordsOf(later, messages.default)
    for (const listener of listeners) listener()
  } catch (error) {
    delete loading[part]
    throw error
  }
}

/** Loads later parts, each once; one that did not come is asked for again. */
export async function loadLaterMessages(parts: readonly LaterPart[]): Promise<void> {
  await Promise.all(parts.map((part) => (loading[part] ??= loadPart(part))))
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
  await loadLaterMessages(laterParts)
  const { locale, messages } = language.getSnapshot().context
  if (!messages) throw new Error('the first messages are not there')
  return { locale, messages: wordsOf(messages, later) }
}
