import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageKey } from '../app/message-key.ts'
import { openLayers, Sheet } from '../ui/index.ts'
import styles from './Shortcuts.module.css'

/** A key and what it does. */
export type Shortcut = readonly [key: string, effect: MessageKey]

type ShortcutsSheetProps = { shortcuts: readonly Shortcut[]; open: boolean; onClose: () => void }

/** The keys of a page. */
export function ShortcutsSheet({ shortcuts, open, onClose }: ShortcutsSheetProps) {
  const intl = useIntl()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={intl.formatMessage({ id: 'crewQueue.keys' })}
      closeLabel={intl.formatMessage({ id: 'common.close' })}
    >
      <dl className={styles.keys}>
        {shortcuts.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>
              <FormattedMessage id={effect} />
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

/** Focuses the next or previous of the elements that match the selector. */
export function moveFocus(page: HTMLElement | null, selector: string, step: 1 | -1): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, select')

/** Single keys for the whole page. Not while typing or under a dialog. */
export function useShortcuts(actions: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.isComposing
      if (!action || isOther || isTyping(event.target) || openLayers() > 0) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
