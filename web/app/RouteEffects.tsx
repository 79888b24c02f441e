import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { focusHeading } from './focus-heading.ts'
import type { MessageKey } from './message-key.ts'
import { currentEntry } from './navigate.ts'
import { pageTitle } from './page-title.ts'
import { restoreScroll } from './scroll.ts'
import { hasCustomTitle } from './useCustomTitle.ts'

let lastEntryKey: string | null = null

/** The user may navigate before hydration, and then the first screen never mounts. */
export const useFirstEntry = () =>
  useEffect(() => {
    lastEntryKey ??= currentEntry()
  }, [])

/** Titles a page whose screen is still loading, so that the previous page's title doesn't stay. */
export function useRouteTitle(titleKey: MessageKey, fullPath: string): void {
  const intl = useIntl()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages of one order share a title
  useEffect(() => {
    // The server titles the first page.
    if (lastEntryKey !== null && !hasCustomTitle()) document.title = pageTitle(intl, titleKey)
  }, [intl, titleKey, fullPath])
}

type RouteEffectsProps = { titleKey: MessageKey; onShown?: (() => void) | undefined }

/** Mounts with each screen: sets the title, restores the scroll position, and moves the focus. */
export function RouteEffects({ titleKey, onShown }: RouteEffectsProps) {
  const intl = useIntl()
  useEffect(() => {
    if (!hasCustomTitle()) document.title = pageTitle(intl, titleKey)
  }, [intl, titleKey])
  useEffect(() => {
    const entry = currentEntry()
    const isFirst = lastEntryKey === null || lastEntryKey === entry
    lastEntryKey = entry
    const endFocus = isFirst ? null : focusHeading()
    const endScroll = restoreScroll(entry, isFirst)
    return () => {
      endFocus?.()
      endScroll()
    }
  }, [])
  useEffect(() => onShown?.(), [onShown])
  return null
}
