import { createSavedOffers } from '@handsfree/core/account'
import type { SavedEntry } from '@handsfree/core/contract'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button } from '../../ui/index.ts'
import styles from './OrderForm.module.css'

const noEntries: readonly SavedEntry[] = []

export function useSavedOffers(): readonly SavedEntry[] {
  const actor = useScreenActor(createSavedOffers)
  return useSelector(actor, selectValue(actor)) ?? noEntries
}

/** Number that fits above an on-screen keyboard. */
const collapsedCount = 3

type SavedOffersProps<Entry extends SavedEntry> = {
  label: string
  entries: readonly Entry[]
  nameOf: (entry: Entry) => string
  disabled: boolean
  onChoose: (entry: Entry) => void
}

export function SavedOffers<Entry extends SavedEntry>({
  label,
  entries,
  nameOf,
  disabled,
  onChoose,
}: SavedOffersProps<Entry>) {
  const [showsAll, setShowsAll] = useState(false)
  if (entries.length === 0) return null
  const visibleEntries = showsAll ? entries : entries.slice(0, collapsedCount)
  return (
    <fieldset className={styles.saved} aria-label={label}>
      <p className="small" aria-hidden="true">
        {label}
      </p>
      <div>
        {visibleEntries.map((entry) => (
          <Button
            kind="ghost"
            size="small"
            key={entry.savedId}
            disabled={disabled}
            onClick={() => onChoose(entry)}
          >
            {nameOf(entry)}
          </Button>
        ))}
        {visibleEntries.length < entries.length && (
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            <FormattedMessage id="saved.showAll" values={{ count: entries.length }} />
          </Button>
        )}
      </div>
    </fieldset>
  )
}
