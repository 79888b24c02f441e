import { dayOf } from '@handsfree/core/format'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNow } from '../../app/useNow.ts'
import { formatClock, formatDayChip } from '../../format/index.ts'
import { ChipGroup } from '../../ui/index.ts'
import styles from './OrderForm.module.css'

export type SlotPickerProps = {
  dayLabel: string
  slotLabel: string
  timeZone: string
  /** Days as `yyyy-MM-dd`. */
  days: readonly string[]
  /** Times of a day, ISO 8601 with offset. */
  slotsOf: (day: string) => string[]
  value: string | null
  isEditable: boolean
  error: string | undefined
  onChange: (slot: string) => void
}

export function SlotPicker(props: SlotPickerProps) {
  const { timeZone, days, slotsOf, value, isEditable, error, onChange } = props
  const intl = useIntl()
  const now = useNow()
  // Which day's times are in sight; the choice itself is the slot.
  const [browsed, setBrowsed] = useState<string | null>(null)
  const chosenDay = value && dayOf(value, timeZone)
  const day = [browsed, chosenDay].find((candidate) => candidate && days.includes(candidate)) ?? days[0]
  if (!day) return null
  return (
    <div className={styles.slots}>
      <ChipGroup
        label={props.dayLabel}
        layout="strip"
        value={day}
        options={days.map((option) => ({
          value: option,
          label: formatDayChip(option, { timeZone, now, intl }),
          disabled: !isEditable,
        }))}
        onChange={setBrowsed}
      />
      <ChipGroup
        key={day}
        label={props.slotLabel}
        layout="strip"
        value={value}
        options={slotsOf(day).map((slot) => ({
          value: slot,
          label: formatClock(slot, { timeZone, intl }),
          disabled: !isEditable,
        }))}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
