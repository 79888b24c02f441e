import { dayPartOf, groupSlots, nearestSlot, slotAtSameTime } from '@handsfree/core/booking'
import { dayOf, formatClock } from '@handsfree/core/i18n'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { ChipGroup, FieldError } from '../../ui/index.ts'
import { DayPicker } from './DayPicker.tsx'
import styles from './SlotPicker.module.css'

/** Must keep its identity while its inputs are unchanged. */
export type Slots = {
  timeZone: string
  /** Days as `yyyy-MM-dd`. */
  days: readonly string[]
  /** Slots of a day, ISO 8601 with offset. */
  slotsOf: (day: string) => string[]
}

export type SlotPickerProps = {
  dayLabel: string
  slotLabel: string
  slots: Slots
  /** Milliseconds since 1970; determines "today". */
  now: number
  value: string | null
  isEditable: boolean
  error: string | undefined
  onChange: (slot: string) => void
}

export function SlotPicker({ slots, value, error, isEditable, onChange, ...rest }: SlotPickerProps) {
  const { timeZone, days, slotsOf } = slots
  const intl = useIntl()
  const chosenDay = value && dayOf(value, timeZone)
  const day = days.find((candidate) => candidate === chosenDay) ?? days[0]
  const groups = useMemo(() => (day ? groupSlots(slotsOf(day)) : []), [day, slotsOf])
  const group = groups.find(({ part }) => value !== null && part === dayPartOf(value)) ?? groups[0]
  const chips = useMemo(
    () =>
      group?.slots.map((slot) => {
        const label = formatClock(slot, { timeZone, intl })
        return { key: label, value: slot, label, disabled: !isEditable }
      }) ?? [],
    [group, timeZone, intl, isEditable],
  )
  // The site is closed on all bookable days.
  if (!day) return <FieldError>{error}</FieldError>
  const choose = (slot: string | null) => {
    if (slot) onChange(slot)
  }
  return (
    <div className={styles.slots}>
      <DayPicker
        label={rest.dayLabel}
        timeZone={timeZone}
        days={days}
        value={day}
        now={rest.now}
        isEditable={isEditable}
        onChange={(next) => choose(slotAtSameTime(slotsOf(next), value))}
      />
      {groups.length > 1 && (
        <fieldset className={styles.parts} aria-label={intl.formatMessage({ id: 'orderForm.dayPart' })}>
          {groups.map(({ part, slots: partSlots }) => (
            <button
              type="button"
              key={part}
              aria-pressed={part === group?.part}
              disabled={!isEditable}
              onClick={() => part !== group?.part && choose(nearestSlot(partSlots, value))}
            >
              {intl.formatMessage({ id: `orderForm.dayPart.${part}` })}
            </button>
          ))}
        </fieldset>
      )}
      <ChipGroup
        label={rest.slotLabel}
        layout="grid"
        value={value}
        options={chips}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}
