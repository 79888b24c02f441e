import { CalendarDays } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { formatDayChip } from '../../format/index.ts'
import { ChipGroup, IconButton, Sheet } from '../../ui/index.ts'
import { DayCalendar } from './DayCalendar.tsx'
import styles from './SlotPicker.module.css'

export type DayPickerProps = {
  label: string
  timeZone: string
  /** Days with slots, as `yyyy-MM-dd`. */
  days: readonly string[]
  value: string
  /** Milliseconds since 1970: decides which day is today. */
  now: number
  isEditable: boolean
  onChange: (day: string) => void
}

/** Days that are offered at once; the others are in the calendar. */
const atOnce = 3

const daysInSight = (days: readonly string[], chosen: string): readonly string[] => {
  const first = days.slice(0, atOnce)
  return first.includes(chosen) ? first : [...first.slice(0, -1), chosen]
}

export function DayPicker({ label, timeZone, days, value, now, isEditable, onChange }: DayPickerProps) {
  const intl = useIntl()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const chips = useMemo(
    () =>
      daysInSight(days, value).map((day) => ({
        value: day,
        label: formatDayChip(day, { timeZone, now, intl }),
        disabled: !isEditable,
      })),
    [days, value, timeZone, now, intl, isEditable],
  )
  return (
    <div className={styles.days}>
      <ChipGroup label={label} value={value} options={chips} onChange={onChange} />
      {days.length > chips.length && (
        <>
          <IconButton
            label={`${label}: ${intl.formatMessage({ id: 'orderForm.moreDays' })}`}
            disabled={!isEditable}
            onClick={() => setIsOpen(true)}
          >
            <CalendarDays size={22} />
          </IconButton>
          <Sheet
            open={isOpen}
            onClose={close}
            title={label}
            closeLabel={intl.formatMessage({ id: 'common.close' })}
          >
            <DayCalendar
              label={label}
              days={days}
              value={value}
              onChoose={(day) => {
                onChange(day)
                close()
              }}
            />
          </Sheet>
        </>
      )}
    </div>
  )
}
