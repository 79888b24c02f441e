import { dayOf } from '@handsfree/core/format'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { formatClock, formatDayChip } from '../../format/index.ts'
import { ChipGroup } from '../../ui/index.ts'
import styles from './OrderForm.module.css'

/** The same object as long as nothing that it is made of changed. */
export type Slots = {
  /** Names what they follow from: when that changes, the first day is in sight again. */
  basis: string
  timeZone: string
  /** Days as `yyyy-MM-dd`. */
  days: readonly string[]
  /** Times of a day, ISO 8601 with offset. */
  slotsOf: (day: string) => string[]
}

export type SlotPickerProps = {
  dayLabel: string
  slotLabel: string
  slots: Slots
  /** Milliseconds since 1970: decides which day is today. */
  now: number
  value: string | null
  isEditable: boolean
  error: string | undefined
  onChange: (slot: string) => void
}

export function SlotPicker(props: SlotPickerProps) {
  const { slots, now, value, isEditable, error, onChange } = props
  const { basis, timeZone, days } = slots
  const intl = useIntl()
  // Which day's times are in sight; the choice itself is the slot.
  const [browsed, setBrowsed] = useState<{ basis: string; day: string } | null>(null)
  const browsedDay = browsed?.basis === basis ? browsed.day : null
  const chosenDay = value && dayOf(value, timeZone)
  const day = [browsedDay, chosenDay].find((candidate) => candidate && days.includes(candidate)) ?? days[0]
  const dayChips = useMemo(
    () =>
      days.map((option) => ({
        value: option,
        label: formatDayChip(option, { timeZone, now, intl }),
        disabled: !isEditable,
      })),
    [days, timeZone, now, intl, isEditable],
  )
  const slotChips = useMemo(
    () =>
      (day ? slots.slotsOf(day) : []).map((slot) => {
        const label = formatClock(slot, { timeZone, intl })
        return { key: label, value: slot, label, disabled: !isEditable }
      }),
    [slots, day, timeZone, intl, isEditable],
  )
  if (!day) return null
  return (
    <div className={styles.slots}>
      <ChipGroup
        label={props.dayLabel}
        layout="strip"
        value={day}
        options={dayChips}
        row={basis}
        onChange={(next) => setBrowsed({ basis, day: next })}
      />
      <ChipGroup
        row={`${basis} ${day}`}
        label={props.slotLabel}
        layout="strip"
        value={value}
        options={slotChips}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
